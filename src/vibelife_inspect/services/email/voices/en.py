"""English."""

from vibelife_inspect.services.email.voices.voice import Voice, chat, names, pairs, shop, source

_NEWSLETTERS = (
    source("The Potting Bench", "hello@pottingbench.example", """
        Feeding houseplants through the dark months | Half the dose on the label, once a month, is plenty while \
            growth is slow.
        Why your basil gives up | Supermarket pots hold twenty seedlings. Split them in three and give each its own \
            soil.
        A hedge for birds, not for show | Hawthorn, hazel and dog rose feed {n} times as many species as laurel does.
        Compost without the smell | One bucket of kitchen scraps to two of dry leaves, and turn it every {n} days.
        The quiet joy of radishes | From seed to plate in {m} days, on any windowsill that gets the morning sun.
        Slugs: what works and what does not | Our readers tried {m} remedies. Copper tape came last, evening walks \
            first.
        Pruning roses without fear | Cut above a bud that looks outwards; everything else is detail.
        """),
    source("Slow Miles", "letters@slowmiles.example", """
        Two nights in {place} without a car | The tram ends where the footpath begins, and the bakery opens at six.
        The ferry nobody photographs | {m} minutes, one deck, and the best view of the coast for the price of a \
            coffee.
        Packing for a week in a rucksack | Our editor's list is down to {m} things, and she still brought one too \
            many.
        Walking the old railway near {place} | {m} kilometres, almost flat, with {n} tunnels for which you want a \
            lamp.
        A small museum of locks | {place} keeps it above the fire station; ring the bell and wait.
        What night trains taught us | Take the upper berth, bring slippers, and trust the attendant's coffee.
        """),
    source("Kitchen Table Weekly", "table@kitchenweekly.example", """
        {dish}, the way {who} makes it | The secret is patience: {m} minutes on the lowest flame, and no lid.
        Five things to do with one cauliflower | Roast the leaves too. They are the best part and everyone throws \
            them away.
        The case for a sharper knife | A stone costs less than a mediocre knife and takes {n} evenings to learn.
        A reader's {dish} | {who} from {place} sent us this one, and it has not left our table since.
        Bread for people with jobs | Mix at night, bake before breakfast. {n} minutes of work in all.
        Beans, again, and gladly | Cooked from dry with a bay leaf they keep {n} days and improve on each.
        """),
    source("Plain Numbers", "digest@plainnumbers.example", """
        What an index fund is, in {m} sentences | No charts this week. Only what you need to explain it to a friend.
        Why people keep too many subscriptions | Readers counted theirs: {n} on average, of which they remembered \
            half.
        Inflation at the breakfast table | We tracked the price of oats, coffee and butter in {place} for a year.
        A short history of the cheque | It survived the telegraph, the fax and {n} obituaries.
        The envelope method, digitised | Old advice with a new coat: decide first, spend after.
        """),
    source("Night Sky Notes", "notes@nightsky.example", """
        Saturn before bedtime | Low in the west, steady where stars twinkle; any binoculars will show that it is not \
            round.
        A comet that kept its promise | Faint, but there: {n} readers near {place} sent photographs.
        How dark is your sky | Count the stars inside Orion. Fewer than {n} means town, more than {m} means luck.
        The moon through a cardboard tube | No lens needed: the tube keeps the street lamps out, and that is most of \
            it.
        Meteors of the past month | {m} in an hour at the peak, and most of them after midnight, as ever.
        """),
    source("Page & Spine", "post@pageandspine.example", """
        Reading '{title}' a second time | What seemed slow at twenty turns out to be the point at forty.
        The library van of {place} | {who} has driven it for {m} years and knows who likes murders.
        Short books for long trains | {n} of them under two hundred pages, none of them slight.
        In praise of the index | A good one is a map, a bad one is a list, and the best are jokes.
        Translators on the first line | Why '{title}' begins differently in every language it has been put into.
        """),
)  # fmt: skip

_CLUBS = (
    source("Harbour Street Choir", "secretary@harbourchoir.example", """
        Thank you for a wonderful concert | {m} singers, a full hall, and only one false entry, which {who} blames \
            on the candles. The collection brought enough for the new music stands.
        Minutes of our evening on {day} | Present: {m}. The altos keep the piano room. {who} was thanked for the tea \
            rota. The full minutes hang on the board.
        New faces in the tenor row | We are glad to welcome {who} and {n} others. They found the right page at once, \
            which bodes well.
        Recording from {day} | The recording is on the shared drive. Do not be alarmed by bar {m}; it was the door.
        """),
    source("Riverside Runners", "news@riversiderunners.example", """
        Results of the {place} ten | {m} of us finished, {who} with a personal best. It rained sideways and nobody \
            minded afterwards.
        Sunday group report | {n} kilometres, {m} runners, one dog. The path by the weir is open again after the \
            works.
        Club records, updated | {who} takes {n} seconds off the mile. The table on the website is up to date.
        The kit cupboard is tidy again | {who} sorted the bibs by number. We found {n} odd gloves and a trophy from \
            the past century.
        """),
    source("Meadow Lane School", "office@meadowlane.example", """
        News from the week of {day} | Year {n} planted {m} beans and measured all of them. The book corner has new \
            cushions. There is nothing to bring and nothing to sign.
        Our science fair: the pictures | {m} projects, {n} volcanoes and a very calm tortoise. Thank you to \
            everybody who came by.
        Lost property found its owners | Of {m} jumpers only {n} are left, and those now keep the scarecrow warm.
        The canteen in numbers | Most loved: {dish}. Least loved: we shall not say. {m} kilos of apples were eaten \
            this month.
        """),
    source("Lindenhof Neighbours", "post@lindenhof.example", """
        The courtyard after the clean-up | {m} sacks of leaves, {n} hours and one lost ring, found by {who}. Thank \
            you all.
        The bike shed has light | The lamp works since {day}. {who} also oiled the gate, which you will have heard, \
            or rather not.
        Swap shelf report | {m} books went, {n} jigsaws came, all of them complete, says {who}.
        Notes from our meeting on {day} | The hedge stays. The bench moves under the lime tree. {who} keeps the key \
            of the cellar.
        """),
)  # fmt: skip

_SHOPS = (
    shop("Birch & Button", "orders@birchbutton.example", """
        Linen shirt, sand | 49
        Merino socks, three pairs | 27
        Rain jacket, dark green | 119
        Wool cap | 22
        Canvas belt | 19
        """),
    shop("Copperpot", "shop@copperpot.example", """
        Cast iron pan, 26 cm | 58
        Set of four bowls | 34
        Coffee filter papers, 200 | 8
        Bread knife | 39
        Storage jars, six | 24
        """),
    shop("Lantern Books", "receipts@lanternbooks.example", """
        '{title}', paperback | 13
        '{title}', hardback | 26
        City map of {place} | 9
        Notebook, dotted | 7
        Crossword collection | 11
        """),
    shop("Greenline Grocer", "till@greenlinegrocer.example", """
        Weekly vegetable box | 29
        Olive oil, one litre | 14
        Oats, five kilos | 12
        Coffee beans, one kilo | 21
        Cheese board for four | 32
        """),
    shop("Tidewater Cinema", "tickets@tidewatercinema.example", """
        '{title}', row {n} | 12
        '{title}', two seats | 24
        Popcorn and lemonade | 9
        """),
    shop("Northgate Electronics", "sales@northgate-electronics.example", """
        USB-C cable, two metres | 15
        Desk lamp, dimmable | 45
        Headphones, over-ear | 89
        Rechargeable batteries, eight | 19
        Alarm clock radio | 36
        """),
)  # fmt: skip

_OFFERS = pairs("""
    {percent}% off {goods}, this week only | For a few days everything in this corner of the shop is {percent}% \
        cheaper, {goods} among it. While stocks last.
    Back in stock: {goods} | Many of you asked, and here it is again. Free delivery on orders with {n} pieces or more.
    A quiet little sale | No countdown and no confetti: {percent}% off what we have too much of. Look for {goods}.
    What our customers loved last month | Number one by some distance: {goods}. Followed by {n} things that we would \
        have bet on.
    New for the season | {m} new arrivals, made in small numbers, and {goods} in a new colour.
    """)  # fmt: skip

_FAMILY = (
    chat("""
        The recipe you liked
        Hi {first}, here is the {dish} as Grandma wrote it down: two onions, more time than you think, and no pepper \
            until the end.\\n{they}
        Made it on Saturday, thank you! Nobody spoke for ten minutes, which says it all.
        Ha, that is the review I wanted. Hugs!
        """),
    chat("""
        Pictures from {place}
        {first}, the pictures from {place} are in the family album now. The one where {who} fights the map is my \
            favourite.\\nLove, {they}
        Just looked at all of them. The map one goes on my fridge.
        """),
    chat("""
        Guess who called
        Hello dear, {who} rang after {n} years! Same laugh, same stories, a little more grey. Sends you \
            greetings.\\n{they}
        Oh how lovely! Greet back from me next time you speak.
        Already done. We talked until the soup was cold.
        """),
    chat("""
        '{title}'
        Finished '{title}' last night at two. You were right about the ending, I am still cross about it.\\n{they}
        Told you! I was cross for a week.
        Six days to go for me, then. Sleep well.
        """),
    chat("""
        The cat is fine
        All good again: the vet says {who}'s cat simply ate too much {dish}. She is on the windowsill, \
            offended.\\n{they}
        What a relief. Give her a scratch behind the left ear from me.
        """),
    chat("""
        Thank you for the parcel
        It came this morning, {first}, and survived the journey. The tea is already half gone. You know me.\\n{they}
        So glad! The tin is older than both of us, keep it.
        I shall. It stands next to the radio.
        """),
    chat("""
        Snow
        {n} centimetres in one night. The street is silent, {who} built something that may be a bear.\\n{they}
        Jealous! Here it is only rain. The bear looks proud.
        """, 12, 1, 2),
    chat("""
        Old letters in the attic
        We found a box of letters from {place}, all tied with kitchen string. Grandfather's handwriting got worse \
            with every year.\\n{they}
        I can hear him saying that it was the pen. How good that you found them.
        Exactly his words, on page {n}. They are safe in the dresser now.
        """),
    chat("""
        Choir was splendid
        {first}, it was so good to see you in the third row. We only lost our place once, in the Latin bit.\\n{they}
        Nobody noticed, honestly. I had a lump in my throat at the end.
        """),
    chat("""
        The tomatoes
        {m} tomatoes today, and I am not making this up. The whole kitchen smells of summer. I have given half to \
            {who}.\\n{they}
        I believe it only because there is a photo. Well done, farmer!
        Farmer thanks you and is off to make {dish}.
        """, 7, 8, 9),
    chat("""
        Match of the year
        We lost {n} to one and I have never been happier. {who} scored an own goal and bowed.\\n{they}
        That is the spirit of the club in one sentence. Ice on the knee!
        Ice is on. And cake. Speak soon.
        """),
    chat("""
        Train home
        Sat next to a man who knits hats for statues. {n} hours passed like nothing. Home safe.\\n{they}
        Good to know you are home. I want to see those statues one day.
        """),
)  # fmt: skip

_WORK = (
    chat("""
        Slides from {day}
        Hi {first}, the slides of our talk are in the shared folder, version {n}. I took out the chart with the \
            bears.\\nBest, {they}
        Looks good, and thanks for taking the bears out. Nothing to add from my side.
        Perfect, then that is done.
        """),
    chat("""
        Handover complete
        Hello {first}, everything from the {place} project is now with {who}. The archive holds {m} files and an \
            apology for their names.\\n{they}
        Wonderful, thank you. I have told the others that {who} has it from here.
        """),
    chat("""
        Room plan
        Just so you know: we sit on floor {n} since {day}. The plants survived the move, the good chair did \
            not.\\n{they}
        Thanks! I saw. The view makes up for the chair.
        """),
    chat("""
        Numbers for the yearbook
        {first}, I have used {m} as the final figure, as we said on the phone. It has gone to print.\\nRegards, {they}
        Good, that matches my notes. Glad that it is out of the house.
        Me too. Well deserved tea.
        """),
    chat("""
        Thanks for covering
        Back at my desk. Thank you for taking the calls on {day}; {who} says you were unflappable.\\n{they}
        Any time. It was calmer than it sounded. Welcome back!
        """),
    chat("""
        Typo hunt is over
        {m} corrections are in, and the one on page {n} was in both our names. The file is closed.\\n{they}
        Embarrassing and funny in equal parts. Thanks for seeing it through.
        """),
)  # fmt: skip

EN = Voice(
    first_names=names("""
        Agnes Arthur Beatrice Callum Clara Declan Edith Felix Fiona Graham Harriet Hugh Imogen Jasper Joan
        Keith Lorna Malcolm Nadia Nora Oscar Pippa Quentin Rosalind Rupert Sheila Stella Tobias Una Winifred
        """),
    last_names=names("""
        Ashdown Bellamy Carrick Dunmore Ellery Fairweather Garland Hollis Ingram Jessop Kirkby Lattimer
        Marlow Nettleton Oakes Penrose Quayle Radley Sandiford Thackray Underhill Vickers Wetherby Yarrow
        """),
    name="{given} {family}",
    phone="+44 20 7946 0{n:03}",
    domains=("fernmail.example", "quietpost.example", "openletter.example"),
    date="{d} {month}",
    months=tuple("January February March April May June July August September October November December".split()),
    places=("Whitby", "Ghent", "Aarhus", "Girona", "Lucca", "Bergen", "Tartu", "Kinsale", "Bregenz", "Annecy", "Porto"),
    dishes=(
        "onion soup",
        "lentil stew",
        "plum cake",
        "fish pie",
        "pumpkin risotto",
        "rhubarb crumble",
        "mushroom ragout",
    ),
    titles=("The Salt Road", "A Lamp in March", "Eleven Doors", "The Tidekeeper", "Small Weather", "North of Nothing"),
    newsletter="Good morning {first},\n\n{items}\n\n"
    "That is all for this time. You get this letter because you subscribed to it.",
    newsletters=_NEWSLETTERS,
    clubs=_CLUBS,
    club="Dear all,\n\n{text}\n\nWarm regards,\n{name}",
    shops=_SHOPS,
    receipt_subject="Your receipt {no}",
    receipt="Thank you for shopping with us, {first}.\n\nOrder {no}\n{lines}\nTotal paid: {total}\n\n"
    "It is paid in full; you need not do anything. Keep this mail as your receipt.",
    offers=_OFFERS,
    family=_FAMILY,
    work=_WORK,
    groups=("friends and family", "work"),
)
"""The voice of English."""
