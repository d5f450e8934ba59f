"""Words of the background: real cities, invented employers, ordinary jobs."""

from typing import NamedTuple

from vibelife_inspect.services.job_board.catalogue import Category, Period


class Town(NamedTuple):
    """A city and what is paid there."""

    name: str
    local: str
    country: str
    zone: str
    currency: str
    per_euro: int
    """Minor units of the local currency that a job pays for each euro that it would pay in Hamburg."""
    period: Period = "year"


class Trade(NamedTuple):
    """A sort of job."""

    title: str
    category: Category
    pay: int
    """Usual yearly pay in Hamburg at mid level, in thousands of euros."""
    skills: tuple[str, ...]
    work: str
    """What the day is like, after "You will"."""


TOWNS: tuple[Town, ...] = (
    Town("Hamburg", "", "Germany", "Europe/Berlin", "EUR", 100),
    Town("Berlin", "", "Germany", "Europe/Berlin", "EUR", 98),
    Town("Munich", "München", "Germany", "Europe/Berlin", "EUR", 110),
    Town("Cologne", "Köln", "Germany", "Europe/Berlin", "EUR", 97),
    Town("Vienna", "Wien", "Austria", "Europe/Vienna", "EUR", 92),
    Town("Zurich", "Zürich", "Switzerland", "Europe/Zurich", "CHF", 165),
    Town("Amsterdam", "", "Netherlands", "Europe/Amsterdam", "EUR", 102),
    Town("Brussels", "Bruxelles", "Belgium", "Europe/Brussels", "EUR", 96),
    Town("Paris", "", "France", "Europe/Paris", "EUR", 94),
    Town("Lyon", "", "France", "Europe/Paris", "EUR", 82),
    Town("Madrid", "", "Spain", "Europe/Madrid", "EUR", 72),
    Town("Barcelona", "", "Spain", "Europe/Madrid", "EUR", 74),
    Town("Lisbon", "Lisboa", "Portugal", "Europe/Lisbon", "EUR", 60),
    Town("Milan", "Milano", "Italy", "Europe/Rome", "EUR", 76),
    Town("Copenhagen", "København", "Denmark", "Europe/Copenhagen", "DKK", 900),
    Town("Stockholm", "", "Sweden", "Europe/Stockholm", "SEK", 1000),
    Town("Warsaw", "Warszawa", "Poland", "Europe/Warsaw", "PLN", 300, "month"),
    Town("Prague", "Praha", "Czechia", "Europe/Prague", "CZK", 1600, "month"),
    Town("London", "", "United Kingdom", "Europe/London", "GBP", 92),
    Town("Edinburgh", "", "United Kingdom", "Europe/London", "GBP", 78),
    Town("Dublin", "", "Ireland", "Europe/Dublin", "EUR", 104),
    Town("New York", "", "United States", "America/New_York", "USD", 180),
    Town("Boston", "", "United States", "America/New_York", "USD", 170),
    Town("Chicago", "", "United States", "America/Chicago", "USD", 155),
    Town("San Francisco", "", "United States", "America/Los_Angeles", "USD", 200),
    Town("Toronto", "", "Canada", "America/Toronto", "CAD", 140),
    Town("Tokyo", "東京", "Japan", "Asia/Tokyo", "JPY", 125),
    Town("Osaka", "大阪", "Japan", "Asia/Tokyo", "JPY", 110),
    Town("Fukuoka", "福岡", "Japan", "Asia/Tokyo", "JPY", 100),
    Town("Shanghai", "上海", "China", "Asia/Shanghai", "CNY", 420, "month"),
    Town("Hangzhou", "杭州", "China", "Asia/Shanghai", "CNY", 390, "month"),
    Town("Shenzhen", "深圳", "China", "Asia/Shanghai", "CNY", 410, "month"),
    Town("Beijing", "北京", "China", "Asia/Shanghai", "CNY", 430, "month"),
    Town("Hong Kong", "香港", "China", "Asia/Hong_Kong", "HKD", 850, "month"),
    Town("Singapore", "", "Singapore", "Asia/Singapore", "SGD", 150, "month"),
    Town("Seoul", "서울", "South Korea", "Asia/Seoul", "KRW", 950),
    Town("Bengaluru", "ಬೆಂಗಳೂರು", "India", "Asia/Kolkata", "INR", 2600),
    Town("Sydney", "", "Australia", "Australia/Sydney", "AUD", 170),
)

TRADES: tuple[Trade, ...] = (
    Trade("Backend Engineer", "software", 68, ("Python", "PostgreSQL", "Docker", "Kubernetes", "REST"),
          "build the services behind our booking and billing pages"),
    Trade("Frontend Engineer", "software", 64, ("TypeScript", "React", "CSS", "Accessibility", "Testing"),
          "make our customer pages fast, clear and usable by everybody"),
    Trade("Mobile Developer", "software", 65, ("Kotlin", "Swift", "REST", "Testing", "CI"),
          "look after the app that our customers open every morning"),
    Trade("Site Reliability Engineer", "software", 74, ("Linux", "Kubernetes", "Terraform", "Monitoring", "Python"),
          "keep the platform running and the nights quiet"),
    Trade("Embedded Engineer", "engineering", 66, ("C", "C++", "RTOS", "Electronics", "Testing"),
          "write the firmware of our measuring devices"),
    Trade("Data Analyst", "data", 54, ("SQL", "Excel", "Python", "Dashboards", "Statistics"),
          "turn orders and visits into numbers that the teams can act on"),
    Trade("Data Engineer", "data", 68, ("Python", "SQL", "Spark", "Airflow", "Data modelling"),
          "build the pipelines that our reports rest on"),
    Trade("Machine Learning Engineer", "data", 76, ("Python", "PyTorch", "Statistics", "MLOps", "SQL"),
          "bring forecasting models from a notebook into daily use"),
    Trade("Product Designer", "design", 58, ("Figma", "User research", "Prototyping", "Design systems", "Writing"),
          "design flows together with the people who use them"),
    Trade("Graphic Designer", "design", 44, ("Typography", "Illustration", "Layout", "Branding", "Print"),
          "give brochures, packages and pages one face"),
    Trade("Marketing Manager", "marketing", 56, ("Campaigns", "Copywriting", "Analytics", "Budgeting", "SEO"),
          "plan campaigns and tell afterwards what they were worth"),
    Trade("Content Editor", "media", 46, ("Editing", "Writing", "Research", "CMS", "SEO"),
          "edit our magazine and look after its authors"),
    Trade("Account Executive", "sales", 60, ("Negotiation", "CRM", "Presentations", "Forecasting", "English"),
          "win new customers and stay in touch with them"),
    Trade("Customer Success Manager", "sales", 52, ("CRM", "Onboarding", "Presentations", "Conflict resolution"),
          "help customers to get what they signed for"),
    Trade("Controller", "finance", 64, ("Reporting", "Excel", "IFRS", "Budgeting", "SAP"),
          "close the month and explain it to people who are not accountants"),
    Trade("Accountant", "finance", 48, ("Bookkeeping", "Tax", "Excel", "Payroll", "SAP"),
          "keep the books of three of our companies"),
    Trade("Legal Counsel", "legal", 78, ("Contract law", "Data protection", "Negotiation", "Drafting", "English"),
          "draft contracts and advise the product teams"),
    Trade("Compliance Officer", "legal", 66, ("Data protection", "Audits", "Risk management", "Training"),
          "keep our rules short and see that they are lived"),
    Trade("HR Business Partner", "people", 60, ("Labour law", "Coaching", "Recruiting", "Payroll"),
          "advise two departments in everything that concerns their people"),
    Trade("Recruiter", "people", 48, ("Interviewing", "Sourcing", "Employer branding", "CRM"),
          "find colleagues and stay fair to those who are turned down"),
    Trade("Project Manager", "operations", 62, ("Planning", "Risk management", "Budgeting", "Agile", "English"),
          "bring building projects home on time"),
    Trade("Supply Chain Planner", "operations", 55, ("SAP", "Forecasting", "Excel", "Negotiation", "Logistics"),
          "see to it that the right parts arrive on the right day"),
    Trade("Warehouse Shift Lead", "operations", 41, ("Logistics", "Scheduling", "Safety", "Forklift licence"),
          "lead a shift of fourteen people"),
    Trade("Mechanical Engineer", "engineering", 62, ("CAD", "Thermodynamics", "Testing", "Materials", "German"),
          "design heat exchangers and see them built"),
    Trade("Civil Engineer", "engineering", 59, ("CAD", "Statics", "Site supervision", "Budgeting"),
          "plan bridges and supervise their repair"),
    Trade("Laboratory Technician", "science", 42, ("Chromatography", "Documentation", "Safety", "Statistics"),
          "run samples and keep the records that go with them"),
    Trade("Research Associate", "science", 52, ("Statistics", "Python", "Publishing", "Experiment design"),
          "measure how materials age and publish what you find"),
    Trade("Registered Nurse", "health", 45, ("Patient care", "Documentation", "Teamwork", "Shift work"),
          "care for patients on a ward with 24 beds"),
    Trade("Physiotherapist", "health", 43, ("Manual therapy", "Patient care", "Documentation"),
          "treat patients after operations"),
    Trade("Secondary School Teacher", "education", 54, ("Teaching", "Curriculum", "Pedagogy", "Languages"),
          "teach two subjects and lead a class"),
    Trade("Learning Designer", "education", 51, ("Pedagogy", "Writing", "Video", "CMS"),
          "turn expert knowledge into courses that people finish"),
    Trade("Restaurant Manager", "hospitality", 44, ("Scheduling", "Purchasing", "Hygiene", "Customer service"),
          "run a house with 80 seats"),
    Trade("Front Office Manager", "hospitality", 42, ("Customer service", "Scheduling", "Languages", "Booking systems"),
          "lead the reception of a city hotel"),
    Trade("Policy Officer", "public_service", 57, ("Research", "Writing", "Law", "Presentations"),
          "prepare decisions on housing and transport"),
    Trade("City Planner", "public_service", 58, ("GIS", "Planning law", "Public consultation", "Drafting"),
          "plan quarters together with those who live there"),
)  # fmt: skip

FIRST = (
    "Alder", "Bramble", "Corven", "Dunmere", "Esk", "Fenwick", "Garnet", "Hollin", "Ivern", "Jorvel", "Kestrel",
    "Lumen", "Marl", "Norvik", "Oster", "Pell", "Quarry", "Rook", "Selvar", "Tarn", "Umber", "Vessel", "Wren", "Yarrow",
)  # fmt: skip
SECOND = ("field", "gate", "haven", "holt", "lane", "mark", "mere", "point", "stead", "way", "wick", "works")
KINDS: dict[Category, tuple[str, ...]] = {
    "software": ("Softworks", "Systems", "Apps"), "data": ("Analytics", "Insight", "Metrics"),
    "design": ("Studio", "Design Office"), "marketing": ("Communications", "Campaigns"), "sales": ("Trading", "Retail"),
    "finance": ("Savings", "Accounting"), "legal": ("Counsel", "Legal Partners"), "people": ("Staffing", "Talent"),
    "operations": ("Logistics", "Freight", "Supply"), "engineering": ("Engineering", "Machines", "Instruments"),
    "science": ("Laboratories", "Research"), "health": ("Clinics", "Care"), "education": ("Academy", "Schools"),
    "hospitality": ("Hotels", "Kitchens"), "media": ("Press", "Media House"),
    "public_service": ("Municipal Services", "Public Works"),
}  # fmt: skip
ABOUT = (
    "Founded by two colleagues who still answer the phone.",
    "A family business in the third generation, with works councils on all sites.",
    "Owned by its employees; profits are shared every spring.",
    "Grown steadily for years, without investors.",
    "Part of a small group, but decisions are made here.",
    "Known in its trade for instruments that last thirty years.",
)
PERKS = (
    "30 days of leave and a 38-hour week on paper and in fact.",
    "Two fixed office days; the rest is yours to arrange.",
    "A ticket for public transport and a bicycle if you like.",
    "A mentor for the first six months.",
    "Language courses in working time.",
    "A canteen that cooks itself, vegetarian every day.",
    "Four weeks of work from abroad per year.",
    "A training budget that nobody has to beg for.",
)
TEAMS = (
    "The team has six people and meets twice a week.",
    "You work with two experienced colleagues and report to the head of department.",
    "The department has twelve people from seven countries.",
    "You are the second person in this role; the first one stays and shows you around.",
)
PEOPLE = (
    "Ines Falkner", "Tobias Renning", "Aiko Morita", "Samuel Okoye", "Clara Westin", "Li Wenjun", "Marta Zelenka",
    "Pascal Dervaux", "Noor Rahmani", "Hugo Lindell", "Elif Sarikaya", "Ruth Ambrose", "Diego Carranza", "Mina Seo",
)  # fmt: skip
