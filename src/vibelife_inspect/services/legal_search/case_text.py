"""Decisions of the background: quarrels as they happen anywhere, between invented people."""

from vibelife_inspect.services.legal_search.library import Kind

QUARRELS = """
# tenancy | company | mould, rent reduction, defect, airing | TC-9, TC-10, CPC-25
{a} rented a flat from {b}. Mould spread over two bedrooms for {months} months after it was reported. {a} paid {share}
  per cent less and asked for {sum} back.
The mould came from the building. The rent was reduced from the day of the report, even though it was paid without
  reservation at first.
The reading of the humidity meters showed that the rooms were hardly aired. A defect that the tenant caused reduces
  nothing.
# tenancy | company | rent increase, reasons, objection, form | TC-4, TC-5
{b} raised the rent of {a} by {share} per cent with a printed letter that named no reasons. {a} objected after
  {months} weeks and claimed {sum} back.
Without reasons the letter does not set the increase in motion. What was paid under it must be given back.
The letter referred to a list of three comparable flats, which is reason enough. The objection came too late.
# tenancy | company | deposit, wear and tear, handing back, parquet | TC-14, TC-15, OC-20
{a} moved out and handed the keys back. {b} kept the deposit of {sum} for {months} months because of scratches in the
  parquet.
After six months without an account the deposit is owed in full. Scratches of ordinary use are covered by the rent.
The landlord accounted within the period and proved damage beyond ordinary use by an expert's report.
# tenancy | person | notice, own use, hardship | TC-22, TC-25
{b} gave notice to {a} for own use by a nephew who was not named. {a} had lived there for {months} years and pleaded
  hardship.
Own use counts only for persons who are named in the letter. The lease goes on.
The nephew was named in a second letter that kept the period. Hardship was not shown.
# labour | company | dismissal, written form, electronic mail, three weeks | LRC-11, LRC-14
{b} dismissed {a} after {months} years of service by electronic mail, and repeated it on paper a month later.
The mail was void for want of form. The later letter ended the employment at a later day only, and for that pay of
  {sum} is owed.
The action was brought more than three weeks after the signed letter arrived. It is therefore valid.
# labour | company | dismissal, business needs, social choice, redundancy | LRC-12, LRC-13
{b} closed a department and dismissed {a}, though younger colleagues with shorter service stayed in like work.
The employer did not weigh service, age and dependants. The dismissal did not end the employment.
The colleagues who stayed had a licence that the remaining work needs. They were not comparable.
# labour | company | overtime, time sheets, supplement, standard terms | LRC-6, OC-7
{a} worked {months} hours of overtime in a year that {b} saw in the time sheets and never objected to. {a} claimed
  {sum}.
Overtime that is knowingly accepted is paid. A clause that all overtime is covered by the salary is not clear enough.
The hours were balanced by free days within four months, as the shift plan proves.
# labour | company | reference, benevolence, wording | LRC-20
{a} left {b} and received a reference of three lines after {months} weeks. It kept silent about the project that {a}
  had led.
A full reference names the main tasks. Silence about the most important one is not benevolent.
The employer may choose its words. The tasks were named in substance.
# contract | company | works, failed repair, cancellation, kitchen | OC-15, OC-18, CPC-25
{a} ordered a kitchen from {b} for {sum}. The worktop was the wrong colour, and two attempts at repair failed within
  {months} weeks.
After two failed attempts the customer could cancel. The price is paid back against the kitchen.
The customer refused the second attempt without reason and may not cancel.
# contract | company | standard terms, renewal, surprising clause | OC-3, OC-7
{b} invoiced {a} for a maintenance contract that had renewed itself for {months} months under a term on the back of
  the order.
A term on the back that nothing on the front points to does not bind. {sum} must be paid back.
The term was printed in bold above the signature, and does not surprise among merchants.
# contract | company | default, fixed date, damages, delay | OC-12, OC-13
{b} delivered machines to {a} {months} weeks late although a day had been fixed. {a} hired others and claimed {sum}.
Where a day was fixed no reminder is needed. The hire was a foreseeable loss.
The delay came from a flood that closed the works, which was not of the defendant's doing.
# contract | company | limitation, negotiations, suspension | OC-20, OC-22
{a} claimed {sum} for advice given {months} years before. The parties had exchanged letters about a settlement.
While the parties negotiated in earnest the period stood still. The claim has not lapsed.
A single polite answer is no negotiation. The claim lapsed at the end of the third year.
# consumer | company | withdrawal, distance sale, duty to inform, bicycle | CPA-3, CPA-4
{a} bought a bicycle online from {b} for {sum} and sent it back on the fifteenth day. The confirmation had said
  nothing about withdrawal.
Without information the period is longer by twelve months. The price is paid back.
The information stood in the confirmation in plain words. The fourteenth day had passed.
# consumer | company | guarantee, replacement, repair, presumption | CPA-6, CPA-7
The dishwasher that {a} bought from {b} failed after {months} months. {b} offered a repair; {a} wanted a new one.
The consumer chooses. A replacement was not out of proportion at a price of {sum}.
A seal for a small sum cured the fault. To demand a new machine was out of proportion.
# consumer | company | subscription, renewal, consent, gym | CPA-10, OC-7
{b} renewed the fitness contract of {a} for {months} months and asked for {sum}. It could be ended by registered
  letter only.
What was made by two clicks can be ended as easily. The renewal was void.
The consumer agreed to the renewal in a message of their own, which was fresh consent.
# consumer | company | package travel, price reduction, noise | CPA-12
On a package tour by {b} the hotel of {a} was a building site for {share} per cent of the days. {a} claimed {sum}.
The organiser answers for the hotel. The price is reduced for each day of noise.
The noise was announced before booking and the price was lower for it.
# liability | company | ice, duty of care, fall, shared blame | CLA-4, CLA-10, CLA-11
{a} slipped at half past eight on the icy path before the shop of {b} and broke a wrist.
From seven o'clock on the path had to be clear. {a} is paid {sum}, less {share} per cent for light shoes.
Freezing rain was still falling. Nobody has to spread sand against rain that does not end.
# liability | person | dog, strict liability, bicycle | CLA-6, CLA-11
The dog of {b} ran into the bicycle of {a}. The repair and a lost working week came to {sum}.
The keeper answers without fault. The leash law of the park is beside the point.
{a} rode through the meadow at speed, past a sign. The blame of the keeper recedes behind that.
# liability | company | traffic, car door, vehicle keeper | CLA-7, CLA-10, CLA-15
A van of {b} opened its door before {a}, who rode by at {months} hand-breadths' distance. {a} claimed {sum}.
Whoever opens a door looks first. The operation of the vehicle caused the damage.
The recording shows that the door had stood open for half a minute in daylight.
# family | person | maintenance, part time, income | FC-9, FC-10
{a} asked for an order that {b} pays {sum} a month for their child, after {b} had changed to part time.
Whoever cuts down work without need is treated as if the old income went on.
The change was agreed while the parents lived together and serves the care of a second child.
# family | person | contact, child, fine | FC-14, FC-15
{a} had not seen their daughter for {months} months because {b} cancelled each weekend on the day before.
Contact may not be left to moods. A plan was ordered, and a fine announced for each further refusal.
The daughter, who is fourteen, was heard and wishes for a pause. Her will weighs most.
# data_protection | company | access, one month, damages | PDA-5, PDA-12
{b} answered the request of {a} for access after {months} months, and only in part.
The answer was due within one month. The rest must be given, and a fair sum of {sum} is owed.
The request was sent to an address that {b} had closed long before. It never arrived.
# data_protection | company | monitoring, video, workplace, evidence | PDA-13, PDA-3, LRC-12
{b} filmed the store room in secret for {months} weeks after stock was missing, and dismissed {a} on a recording.
There was no concrete suspicion against {a}. The recording may not be used.
The keys pointed to two persons only. The monitoring was short, and the last means.
# administrative | city | permit, hearing, noise, terrace | APA-4, APA-11
{b} withdrew the terrace permit of {a} after complaints about noise, without a hearing.
Whoever is burdened is heard first. A letter after the event cures nothing.
The owner had been heard twice on the same complaints. The condition on closing time was broken {months} times.
# administrative | city | objection, advice on remedies, service | APA-5, APA-7
{a} objected to a parking decision of {b} after {months} weeks. The decision did not say how long there was time.
Without advice on remedies there is a year. The objection was in time.
The advice stood on the second page. The month had passed.
# insurance | company | water damage, late notice, household | ICA-6, ICA-8
{b} refused to pay {sum} for water damage to {a}, who had reported it after {months} working days.
Late notice harms only where it made the inquiry harder. The pipe was still open when the expert came.
The floor had been torn out before the notice. Nobody could tell any more where the water came from.
# insurance | company | exclusion, clear terms, theft, bicycle | ICA-5, ICA-11
{b} declined the claim of {a} for a stolen bicycle under a clause on 'unattended storage'.
An attentive reader cannot see what unattended storage means. {sum} is owed.
The bicycle stood unlocked for {months} days. The sum is cut to nothing for gross carelessness.
"""
"""`# kind | defendant | keywords | articles`, then what happened, what was held where the claim was granted, and what
where it was dismissed; an indented line goes on with the one before. {a} is the claimant, {b} the defendant."""

SURNAMES = (
    "Halvorsen", "Brandt", "Okafor", "Lindqvist", "Moreau", "Castellan", "Novak", "Ishida", "Zhao", "Petrov", "Almeida",
    "Kowalczyk", "Hartmann", "Osei", "Rossetti", "Vandermeer", "Yilmaz", "Farouk", "Tanaka", "Weiss", "Dubrov",
    "Salinas", "Ostrow", "Keane", "Marchetti", "Lund", "Baptiste", "Nguyen", "Orban", "Sorel", "Thorne", "Ueda",
    "Varga", "Wexler",
)  # fmt: skip
FIRMS = ("Tarnmere", "Corvenholt", "Hollingate", "Marlwick", "Osterpoint", "Quarryfield", "Selvarlane", "Wrenstead",
         "Norvikway", "Garnetmere", "Umberhaven", "Pellworks")  # fmt: skip
TRADES: dict[Kind, tuple[str, ...]] = {
    "tenancy": ("Housing", "Homes", "Estates"), "labour": ("Logistics", "Foods", "Systems", "Stores"),
    "contract": ("Kitchens", "Machines", "Facilities", "Supply"), "consumer": ("Online Stores", "Travel", "Fitness"),
    "liability": ("Markets", "Transport", "Bakeries"), "data_protection": ("Telecom", "Apps", "Stores"),
    "insurance": ("Insurance", "Mutual"),
}  # fmt: skip
