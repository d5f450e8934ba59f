"""What generated posts are made of: themes with titles and sentences, names, and what people comment."""

from typing import NamedTuple

from vibelife_inspect.services.content_platform.records import Category


class Theme(NamedTuple):
    """One category's material; `{t}` in a pattern is one of the things, `{n}` a number, `{p}` a place."""

    category: Category
    tags: tuple[str, ...]
    things: tuple[str, ...]
    titles: tuple[str, ...]
    sentences: tuple[str, ...]


PLACES = (
    "Lisbon", "Kyoto", "Hamburg", "Porto", "Chengdu", "Ghent", "Oaxaca", "Tainan", "Bergen", "Naples", "Seville",
    "Kraków", "Hangzhou", "Trieste", "Galway", "Leipzig", "Sapporo", "Lyon", "Hoi An", "Utrecht",
)  # fmt: skip

THEMES = (
    Theme("travel", ("weekend trip", "slow travel", "by train", "packing", "city walk", "旅行"),
          ("old town", "harbour", "night market", "hill path", "tram ride", "covered market", "river walk"),
          ("{p} in {n} hours: the {t} and little else", "What I would skip in {p}, and the {t} I would not",
           "{p}: a {t} before breakfast", "{n} small notes on the {t} in {p}", "{p} 旅行笔记: {t}"),
          ("We took the early train and had the {t} to ourselves.", "Bring coins; the {t} takes no cards.",
           "The {t} is best in the last hour of light.", "It rained for {n} minutes and then never again.",
           "I would stay one night longer next time.", "The hotel was plain, quiet and close to everything.")),
    Theme("food", ("baking", "one pot", "noodles", "breakfast", "seasonal", "家常菜"),
          ("sourdough", "lentil soup", "braised aubergine", "rice porridge", "plum cake", "dumplings", "leek tart"),
          ("{t}, the {n}-minute version", "My grandmother's {t}, written down at last", "{t} without the fuss",
           "Three mistakes I made with {t}", "The {t} we ate in {p}"),
          ("Salt it earlier than you think.", "I use {n} g of flour, weighed and not guessed.",
           "Let the {t} rest; that is the whole secret.", "Leftovers are better on the second day.",
           "The children ate the {t} without a word, which is praise.", "Any neutral oil will do.")),
    Theme("fitness", ("running", "mobility", "climbing", "strength", "rest days", "健身"),
          ("easy runs", "hip mobility", "finger strength", "long rides", "pull-ups", "swim drills"),
          ("{n} weeks of {t}: what changed", "{t} for people who sit all day", "Why I do less: {t}",
           "A plain plan for {t}"),
          ("I kept a log, and the log was kinder than my memory.", "Two sessions of {t} a week were enough.",
           "If it hurts sharply, stop; if it is dull, slow down.", "Sleep did more than any gadget.",
           "After {n} days the stairs felt shorter.")),
    Theme("home", ("small flat", "renovation", "storage", "diy", "lighting", "装修"),
          ("bathroom tiles", "a hallway shelf", "oak floor", "kitchen drawers", "curtains", "wall paint"),
          ("{t}: what it cost and what it took", "We did the {t} ourselves, in {n} evenings",
           "{t}, one year later", "Before you order {t}, measure twice"),
          ("The estimate was off by {n} per cent, which is not bad.", "Ask for a sample and look at it at night.",
           "With {t} the preparation is the work.", "Our neighbour lent us the saw.", "I would choose matt again.")),
    Theme("parenting", ("toddlers", "school run", "books for children", "screen time", "naps", "母婴"),
          ("bedtime", "packed lunches", "the first school week", "rainy afternoons", "shoe sizes"),
          ("{t}: what works for us, this month", "{n} ideas for {t}", "We stopped fighting about {t}",
           "A calmer {t}"),
          ("None of this is advice; it is only what happened.", "We made {t} boring, and it became easy.",
           "The basket of {n} books by the door helps.", "Grandparents have other rules, and that is fine.")),
    Theme("study", ("language learning", "exam", "flashcards", "notes", "focus", "备考"),
          ("listening practice", "past papers", "vocabulary", "essay plans", "mock exams"),
          ("{t} in {n} minutes a day", "How I used {t} for the spring exam", "{t}: fewer, better", "备考笔记: {t}"),
          ("I did the same hour every morning.", "Mark your own {t} with a red pen; it stings and it works.",
           "{n} cards a day is the ceiling for me.", "On Sundays I read the week's errors aloud.")),
    Theme("work", ("remote work", "job search", "meetings", "career change", "writing"),
          ("interviews", "a portfolio", "handover notes", "a quiet calendar", "salary talks"),
          ("What {n} applications taught me about {t}", "{t}: a short checklist", "I was wrong about {t}"),
          ("Nobody reads the third page.", "Ask what a good first quarter looks like.",
           "For {t} I now block {n} minutes on Fridays.", "Say the number, then stop talking.")),
    Theme("tech", ("phones", "backup", "home server", "cameras", "apps"),
          ("e-reader", "wireless keyboard", "backup disk", "budget phone", "noise-cancelling headset"),
          ("{t}: {n} days of honest use", "Do you need a new {t}?", "The {t} I returned", "Repairing a {t} at home"),
          ("The battery lasts {n} hours, not what the box says.", "I bought the {t} used and regret nothing.",
           "Setup took longer than the first week's gain.", "The manual is good, for once.")),
    Theme("money", ("budget", "saving", "second hand", "insurance", "pension"),
          ("a yearly budget", "grocery costs", "an emergency fund", "old subscriptions"),
          ("{t}: our numbers", "How we cut {n} per cent with {t}", "{t} for beginners"),
          ("Write it down for a month before changing anything.", "We put {t} on one page.",
           "It is dull, and that is the point.", "Ask twice whether it is yearly or monthly.")),
    Theme("books", ("crime", "essays", "short stories", "library", "translation"),
          ("a slow novel", "river stories", "letters from a lighthouse", "a family saga", "essays on walking"),
          ("{n} pages a night: {t}", "I gave up on {t}, twice", "Three readings of {t}", "If you liked {t}"),
          ("The second half forgives the first.", "I read {t} on the tram, {n} minutes at a time.",
           "The translation is lovely.", "My library has two copies and a queue.")),
    Theme("pets", ("cats", "dogs", "vet", "adoption", "training"),
          ("recall training", "the travel box", "a shy cat", "puppy nights", "claw trimming"),
          ("{t}: day {n}", "What the vet said about {t}", "Patience with {t}"),
          ("Treats, yes; hurry, no.", "We did {t} for {n} minutes and stopped while it was fun.",
           "She sleeps on the warm box now.")),
    Theme("garden", ("balcony", "tomatoes", "compost", "bees", "seeds"),
          ("tomato seedlings", "a balcony box", "leaf mould", "herbs in shade", "a small pond"),
          ("{t}, week {n}", "{t} on a north balcony", "{t}: what went wrong"),
          ("Water in the morning and leave it alone.", "I lost {n} plants to one cold night.",
           "With {t} the soil does most of it.", "The bees came in the second year.")),
    Theme("culture", ("museum", "concert", "film", "theatre", "festival"),
          ("the small stage", "a silent film night", "the print room", "a village choir", "the light festival"),
          ("{t} in {p}", "An evening with {t}", "{n} minutes at {t}: worth the queue?"),
          ("Sit on the left; you see the hands.", "The catalogue is too heavy to carry home.",
           "We talked about {t} all the way back.", "Tickets were easy on a weekday.")),
)  # fmt: skip

FIRST = (
    "Aino", "Bram", "Celia", "Dario", "Edda", "Farid", "Greta", "Hana", "Ilse", "Jonas", "Keiko", "Lior", "Mina",
    "Nuno", "Odile", "Pavel", "Rosa", "Sunniva", "Tomás", "Ulla", "Vera", "Wen", "Yara", "Zeno", "小雨", "阿晨",
)  # fmt: skip
SECOND = (
    "on the Move", "at the Stove", "Writes Small", "and the Cat", "Out of Town", "Half Past Six", "Reads Aloud",
    "with a Notebook", "By the Canal", "Makes Do", "in Slow Motion", "Third Floor Left", "Off Season", "日记",
)  # fmt: skip
BIOS = (
    "Notes from ordinary days.", "I try things so that you need not.", "Weekdays numbers, weekends flour.",
    "Slow, seasonal, second hand.", "Questions welcome, answers late.", "One post a week, most weeks.", "记录生活。",
)  # fmt: skip
COMMENTS = (
    "Thank you, this is just what I needed.", "Did this last spring and can confirm.", "How long did it take in all?",
    "Mine looked nothing like that, but it worked.", "Saved for the weekend.", "谢谢分享!",
    "Where is the second picture?",
    "I disagree on the last point, kindly.", "We had the opposite experience.", "Lovely light in that photo.",
    "Is that also possible in winter?", "My sister swears by this.", "Short and clear, thank you.", "学到了。",
)  # fmt: skip
ANSWERS = (
    "About an afternoon, without hurry.", "Good point, I will try that.", "Yes, only slower.", "不客气!",
    "It depends on the size, I think.", "I wondered about that too.",
)  # fmt: skip
SPONSORS = ("Lindmoor Outfitters", "Bellweather Kitchen", "Osterfeld Tools", "Pinepath Apps", "Kurogane Goods")
