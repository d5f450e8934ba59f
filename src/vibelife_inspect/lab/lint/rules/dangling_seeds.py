"""A seed points only to records that exist."""

from collections.abc import Iterator

from vibelife_inspect.lab.lint.links import Known, links, looks_like_id
from vibelife_inspect.lab.lint.subject import Hit, Severity, Subject


def find(subject: Subject) -> Iterator[Hit]:
    """Seeds whose field is named after another table, in which no record has that id."""
    ids, services = subject.once(Known).ids, {service.name: service for service in subject.bundle.services}
    for key, records in subject.bundle.seeds.items():
        service, _, table = key.partition(".")
        for field, target in links(services[service], table).items():
            for number, record in enumerate(records):
                value = getattr(record, field)
                plain = field.endswith("_id") and bool(value)
                if (plain or looks_like_id(value)) and value not in ids.get(f"{service}.{target}", {}):
                    message = f"points to {value!r}, which {service}.{target} does not have"
                    severity: Severity = "error" if plain else "warning"
                    place = (table, number, field)
                    yield Hit(f"world/{service}.yaml", place, f"{record.id}.{field}", message, severity)
