"""Statutes of the background: law of this simulated world, in plain words; no real country's."""

LAW = """
# TC | Tenancy Code | tenancy | Leases of homes: rent, deposit, defects, notice and handing back.
1 General | Scope: This Code applies to leases of homes. Leases of less than ten weeks are governed by the Short-Term
  Letting Act.
4 Rent | Rent increase: The landlord may raise the rent once in fifteen months, in writing and with reasons. An
  increase of more than 15 per cent within three years is void for the excess.
5 Rent | Objection to an increase: The tenant may object within two months after receiving the letter. Without
  objection the increase is owed from the third month on.
9 Defects | Reduction of rent: While a defect that the tenant did not cause limits the use of the home, and the
  landlord knows of it, the rent is reduced in proportion.
10 Defects | Repair: The landlord must begin to repair within a reasonable time after notice, and at once where
  heating, water or safety are concerned.
14 Deposit | Deposit: A deposit may not exceed three months' rent without charges. It bears interest for the tenant
  and is kept apart.
15 Deposit | Return of the deposit: The landlord accounts for the deposit within six months after the home was handed
  back. What is not accounted for by then is owed in full.
21 Notice | Notice by the tenant: The tenant may end a lease for an indefinite time with three months' notice to the
  end of a month.
22 Notice | Notice by the landlord: The landlord needs a reason that the law names, and states it in the letter. Own
  use counts only for persons who are named.
25 Notice | Hardship: The tenant may demand that the lease goes on where its end would be an undue hardship. The
  demand must arrive two months before the lease ends.
# LRC | Labour Relations Code | labour | Employment: pay, hours, leave, warnings, dismissal and references.
2 General | Written terms: The employer hands over the main terms in writing within one month after work began.
6 Pay | Pay for overtime: Overtime that was ordered or knowingly accepted is paid with a supplement of 25 per cent or
  balanced by free time within four months.
8 Leave | Carrying leave over: Leave that could not be taken because of illness or urgent work is carried over until
  the end of March of the next year but one.
11 Dismissal | Form of notice: Notice is given in writing and signed. Notice by electronic mail alone is void.
12 Dismissal | Reason: After six months of service a dismissal needs a reason that lies in the person, in conduct
  after a warning, or in urgent business needs.
13 Dismissal | Social choice: Where several employees could be dismissed for business needs, length of service, age
  and dependants are weighed.
14 Dismissal | Action against dismissal: Whoever holds a dismissal to be void brings an action within three weeks
  after receiving it. Later it counts as valid from the beginning.
17 Dismissal | Severance: Where the employer offers severance for not bringing an action, it amounts to half a month's
  pay for each year of service.
20 References | Reference: On leaving, the employee may ask for a full reference. It is benevolent and true, and
  complete within four weeks.
# OC | Obligations Code | contract | Contracts in general: how they come about, breach, cancellation and limitation.
3 Formation | Offer and acceptance: A contract is made when an acceptance reaches the other side while the offer
  stands. Silence is no acceptance, save between merchants in regular dealings.
7 Formation | Standard terms: Terms drafted for many contracts bind only if they were plain to see before signing, and
  not where they surprise or burden one side beyond measure.
12 Breach | Default: Whoever does not perform after a reminder is in default. No reminder is needed where a day was
  fixed.
13 Breach | Damages: Whoever breaks a duty makes good the loss that was foreseeable, unless the breach was not of
  their doing.
15 Breach | Cancellation: After a reasonable further period has passed in vain, the other side may cancel the contract
  and ask its own performance back.
18 Defects | Works and repair: The customer first gives the contractor the chance to repair. After two failed attempts
  the price may be reduced or the contract cancelled.
20 Limitation | General limitation: Claims lapse after three years, counted from the end of the year in which they
  arose and became known.
22 Limitation | Suspension: The period stands still while the parties negotiate in earnest, and for six months after
  they stopped.
# CPA | Consumer Protection Act | consumer | Distance sales, withdrawal, guarantees, subscriptions and unfair
  advertising.
3 Distance sales | Duty to inform: Before the order the trader states the total price, delivery and the right of
  withdrawal, in plain language.
4 Distance sales | Withdrawal: The consumer may withdraw within fourteen days after the goods arrived, without
  reasons. Where the trader did not inform, within twelve months more.
6 Guarantee | Conformity: Goods conform if they are as agreed and as usual. A defect that shows within twelve months
  is presumed to have been there from the start.
7 Guarantee | Repair or replacement: The consumer chooses between repair and replacement, unless the choice is out of
  proportion.
10 Subscriptions | Ending a subscription: A subscription may be ended as easily as it was made. A renewal of more than
  one month needs fresh consent.
12 Travel | Package travel: The organiser answers for all services of a package. The price is reduced for the time in
  which a service was missing.
14 Advertising | Misleading statements: Statements that mislead an average reader about price, origin or quality are
  unlawful and may be stopped.
# CLA | Civil Liability Act | liability | Damage to persons and things, duties of care, animals, traffic and sharing
  of blame.
1 General | Fault: Whoever unlawfully harms life, health, property or another right, on purpose or by carelessness,
  makes good the damage.
4 Duties | Duty of care: Whoever opens a place to the public keeps it reasonably safe, and clears paths of ice between
  seven and twenty o'clock.
6 Strict liability | Keepers of animals: The keeper answers for damage by an animal, save for working animals that
  were kept with care.
7 Strict liability | Keepers of vehicles: The keeper of a vehicle answers for damage in its operation unless it was
  unavoidable.
10 Extent | Pain and suffering: For bodily harm a fair sum in money may be asked besides the loss.
11 Extent | Sharing of blame: Where the injured person contributed to the damage, the duty shrinks accordingly.
15 Limitation | Limitation: Claims lapse three years after the end of the year in which damage and debtor became
  known.
# FC | Family Code | family | Marriage, maintenance, parental care and the household.
5 Marriage | Household: During separation the home may be assigned to one spouse where staying together would be an
  undue hardship.
9 Maintenance | Child maintenance: Parents maintain their children according to their means; whoever cares for a child
  contributes by that care.
10 Maintenance | Change of circumstances: An order for maintenance is changed where circumstances shifted by more than
  a tenth, from the day of the request on.
14 Care | Parental care: Separated parents keep joint care unless the good of the child demands otherwise. From the
  age of fourteen the child is heard.
15 Care | Contact: Child and parent have a right to regular contact. Whoever frustrates it without need may be fined.
18 Property | Gains: On divorce, what each spouse gained during the marriage is compared, and half of the difference
  is paid.
# PDA | Personal Data Act | data_protection | Handling of personal data, access, erasure and damages.
3 Principles | Lawful handling: Personal data may be handled with consent, for a contract, by legal duty, or for a
  weighty interest that outweighs the person's own.
5 Rights | Access: Everybody may ask what is stored about them. The answer is free of charge and due within one month
  after the request arrived.
6 Rights | Erasure: Data that is no longer needed is erased, unless the law demands that it be kept.
9 Duties | Breaches: A breach that puts persons at risk is reported to the authority within three days, and to the
  persons without delay.
12 Liability | Damages: Whoever handles data against this Act makes good the loss, and pays a fair sum where control
  over intimate data was lost.
13 Workplace | Employee data: Secret monitoring of employees is allowed only on concrete suspicion of a serious
  breach.
# APA | Administrative Procedure Act | administrative | Decisions of authorities: hearing, reasons, objection and time
  limits.
4 Procedure | Hearing: Before a decision that burdens somebody, the authority hears that person.
5 Procedure | Reasons: A decision states the main facts and reasons, and how and by when it can be challenged.
7 Remedies | Objection: An objection is lodged within one month after the decision was served. Without correct advice
  on remedies within a year.
9 Remedies | Silence of the authority: Where an authority does not decide within three months without good cause, an
  action may be brought.
11 Permits | Withdrawal of permits: A lawful permit may be withdrawn where the law allows it or a condition was
  broken, within one year after the authority knew.
14 Costs | Costs: Whoever wins has their necessary costs paid.
# CPC | Civil Procedure Code | procedure | How civil courts work: filing, service, deadlines, hearings, judgment and
  appeal.
8 Time | Counting: The day of the event does not count. A period in months ends on the same day of the month, or its
  last. A last day on a weekend, holiday or day of closure moves to the next working day.
9 Time | Extension: The court may extend a period that it set, on a request with reasons that arrives before the end.
  Periods of the law are not extended.
10 Time | Missed periods: Whoever missed a period of the law without fault may ask to be put back, within two weeks
  after the hindrance ended.
12 Pleadings | Answer to the claim: The defendant answers within two weeks after the claim was served, unless the
  court sets more time.
16 Hearing | Submissions before a hearing: Written submissions arrive at the court a week before the hearing.
17 Hearing | Default: Whoever stays away from a hearing without excuse may be judged by default. An objection is
  possible within two weeks after service.
18 Orders | Payment order: A debtor may object to a payment order within two weeks after service.
25 Costs | Costs: The losing side bears the costs. Where both win in part, costs are shared in proportion.
30 Appeal | Appeal: An appeal is lodged within one month after service of the full judgment.
31 Appeal | Reasons of appeal: The reasons are filed within two months after service. The presiding judge may extend
  this once.
# ICA | Insurance Contracts Act | insurance | Insurance contracts: disclosure, claims, exclusions and payment.
3 Contract | Disclosure: Before the contract the customer answers the insurer's written questions truly. What was not
  asked need not be told.
5 Contract | Clear exclusions: An exclusion binds only if an attentive reader without legal training can see how far
  it goes.
6 Claims | Notice of a claim: Damage is reported within five working days after it became known. Late notice harms
  only where it made the inquiry harder.
8 Claims | Payment: The insurer pays within one month after the inquiry that was needed. After a month without result
  a part may be asked.
11 Claims | Gross carelessness: Where the customer caused the damage by gross carelessness, the sum is cut according
  to the blame.
# EA | Enforcement Act | procedure | Enforcing judgments: seizure, protection from it, and objections.
2 General | Title: Enforcement needs a judgment, a settlement before a court or a payment order that stands.
3 Remedies | Objection to enforcement: The debtor may object to a measure within two weeks after learning of it.
5 Protection | Protected income: Income up to the amount that the table of this Act names may not be seized.
6 Protection | Protected things: Things that are needed for a modest life and for work may not be seized.
9 Homes | Eviction: An eviction is announced three weeks ahead. The court may put it off once by up to six months.
# STL | Short-Term Letting Act | tenancy | Letting of homes for less than ten weeks: registration, limits and fines.
  Not yet in force.
1 General | Registration: Whoever lets a home for less than ten weeks registers it with the city and states the number
  in every advertisement.
2 Limits | Ninety days: A home may be let for short terms on at most ninety days in a calendar year.
5 Limits | Consent of the landlord: A tenant needs the landlord's consent in writing for each calendar year.
8 Fines | Fines: Letting without registration may be fined.
"""
"""`# id | name | kind | summary`, then `number part | title: text`; an indented line goes on with the one before."""

RULES = """
LR-APPEAL | Appeal against a civil judgment | procedure | appeal | 1 months | service of the full judgment | CPC-30
LR-APPEAL-REASONS | Reasons of appeal in a civil matter | procedure | appeal | 2 months | service of the full judgment
  | CPC-31
LR-ANSWER | Answer to a claim | procedure | response | 2 weeks | service of the claim | CPC-12
LR-DEFAULT | Objection to a judgment by default | procedure | objection | 2 weeks | service of the judgment | CPC-17
LR-PAYMENT-ORDER | Objection to a payment order | procedure | objection | 2 weeks | service of the order | CPC-18
LR-RESTORE | Request to be put back after a missed period | procedure | submission | 2 weeks | end of the hindrance |
  CPC-10
LR-SUBMISSION | Written submission before a hearing | procedure | submission | 1 weeks | day of the hearing | CPC-16 |
  before
LR-DISMISSAL | Action against a dismissal | labour | limitation | 3 weeks | receipt of the dismissal | LRC-14
LR-RENT | Objection to a rent increase | tenancy | objection | 2 months | receipt of the landlord's letter | TC-5
LR-HARDSHIP | Demand that a lease goes on because of hardship | tenancy | objection | 2 months | end of the lease |
  TC-25 | before
LR-DEPOSIT | Accounting for a deposit by the landlord | tenancy | response | 6 months | handing back of the home |
  TC-15 | fixed
LR-GENERAL | General limitation of claims | contract | limitation | 3 years | claim arose and became known | OC-20 |
  end_of_year
LR-WITHDRAWAL | Withdrawal from a distance sale | consumer | withdrawal | 14 days | arrival of the goods | CPA-4
LR-LIABILITY | Limitation of claims for damage | liability | limitation | 3 years | damage and debtor became known |
  CLA-15 | end_of_year
LR-ACCESS | Answer to a request for access to data | data_protection | response | 1 months | arrival of the request |
  PDA-5
LR-OBJECTION | Objection to a decision of an authority | administrative | objection | 1 months | service of the
  decision | APA-7
LR-CLAIM-NOTICE | Notice of an insured loss | insurance | notice | 5 working_days | damage became known | ICA-6
LR-ENFORCEMENT | Objection to a measure of enforcement | procedure | objection | 2 weeks | learning of the measure |
  EA-3
"""
"""`id | name | kind | sort | length unit | counted from | article | how`."""

FORMS = """
FM-RENT-OBJECTION | Objection to a rent increase | tenancy | A letter to the landlord under TC-5.
landlord:text:Name of the landlord; home:address:Address of the home; letter_date:date:Date of the landlord's letter;
  reasons:text:Reasons?
Dear {landlord}, I object to the rent increase for {home} in your letter of {letter_date}. {reasons}
FM-DEFECT | Notice of a defect | tenancy | A letter to the landlord under TC-9 and TC-10.
landlord:text:Name of the landlord; home:address:Address of the home; defect:text:What is wrong; since:date:Since
  when; repair_by:date:Day by which it shall be repaired
Dear {landlord}, since {since} the following is wrong at {home}: {defect}. Please repair it by {repair_by}. Until then
  I pay the rent with reservation.
FM-DISMISSAL | Action against a dismissal | labour | A draft for the labour court under LRC-14; it is filed by the
  party or counsel.
court:text:Name of the court; employer:text:Name of the employer; received_on:date:Day on which the dismissal arrived;
  service_since:date:First day of work; facts:text:Facts
To the {court}. Claim against {employer}: to declare that the dismissal received on {received_on} did not end the
  employment that began on {service_since}. Facts: {facts}
FM-WITHDRAWAL | Withdrawal from a distance sale | consumer | A letter to the trader under CPA-4.
trader:text:Name of the trader; order_no:text:Order number; arrived_on:date:Day of arrival
Dear {trader}, I withdraw from order {order_no}, which arrived on {arrived_on}. Please pay the price back within
  fourteen days.
FM-ACCESS | Request for access to personal data | data_protection | A letter under PDA-5.
company:text:Name of the company; identifier:text:Customer number or the like?
Dear {company}, please tell me which data about me you store, where it came from and to whom it went ({identifier}).
  Your answer is due within one month.
FM-OBJECTION | Objection to an administrative decision | administrative | A letter to the authority under APA-7.
authority:text:Name of the authority; file_no:text:File number; served_on:date:Day of service; reasons:text:Reasons?
To {authority}, file {file_no}. I object to the decision served on {served_on}. {reasons}
FM-EXTENSION | Request for an extension of time | procedure | A letter to the court under CPC-9.
court:text:Name of the court; case_no:text:Case number; period:text:Which period; until:date:Until when;
  reasons:text:Reasons
To the {court}, case {case_no}. I ask to extend the period for {period} until {until}. Reasons: {reasons}
FM-CLAIM-NOTICE | Notice of a loss to an insurer | insurance | A letter under ICA-6.
insurer:text:Name of the insurer; policy_no:text:Policy number; loss_date:date:Day of the loss; loss:text:What
  happened; amount:money:Amount of the loss?
Dear {insurer}, policy {policy_no}. On {loss_date} the following happened: {loss}. I put the loss at {amount} for now.
"""
"""Three lines each: `id | name | kind | purpose`, `name:kind:label` (with `?`: not required), text."""
