"""The address book."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.email.addresses import Address
from vibelife_inspect.services.email.base import EmailBase
from vibelife_inspect.services.email.records import Contact
from vibelife_inspect.text import fold, found
from vibelife_inspect.world import Json, Limit, Text, operation, page

Name = Annotated[Text, Field(max_length=120)]
"""A name of a person or an organization."""

Note = Annotated[Text, Field(max_length=2000)]
"""A note about somebody."""

Phone = Annotated[str, Field(pattern=r"^\+?[0-9][0-9 ()./-]{2,30}$")]
"""A phone number."""

Groups = Annotated[list[Name], Field(max_length=10)]
"""Groups that a contact belongs to."""

Clearable = Literal["email", "phone", "organization", "notes", "groups"]
"""Fields of a contact that can be emptied."""


def _row(contact: Contact) -> Json:
    return contact.pick("id", "name", "email", "phone", "organization", "groups")


def _by_name(contact: Contact) -> tuple[str, str]:
    return fold(contact.name), contact.id


class ContactBook(EmailBase):
    """Operations on contacts."""

    @operation("read")
    def list_contacts(self, group: str | None = None, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List contacts by name, then by id.

        Args:
            group: Only contacts in this group.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        wanted = None if group is None else fold(group)
        rows = [row for row in self.contacts if wanted is None or wanted in [fold(own) for own in row.groups]]
        return page(sorted(rows, key=_by_name), limit, cursor, _row)

    @operation("read")
    def search_contacts(self, query: str, limit: Limit = 20, cursor: str | None = None) -> Json:
        """Find contacts by words in name, address, phone, organization or notes, ordered by name, then by id.

        Args:
            query: Words that all occur, in any script.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self.contacts
            if found(query, row.name, row.email or "", row.phone, row.organization, row.notes)
        ]
        return page(sorted(rows, key=_by_name), limit, cursor, _row)

    @operation("read")
    def get_contact(self, contact_id: str) -> Json:
        """Show one contact with its notes.

        Args:
            contact_id: Id of the contact.
        """
        return dict(self.contacts.get(contact_id))

    @operation("write")
    def add_contact(
        self,
        name: Name,
        email: Address | None = None,
        phone: Phone | None = None,
        organization: Name | None = None,
        notes: Note | None = None,
        groups: Groups | None = None,
    ) -> Json:
        """Add somebody to the address book, with an address or a phone number.

        Args:
            name: Full name.
            email: Mail address; no other contact may have it.
            phone: Phone number, best with country code.
            organization: Where the person works, or what the organization is.
            notes: Anything else worth knowing.
            groups: Groups such as family or club.
        """
        if email is None and phone is None:
            raise Invalid("give at least one of email and phone")
        self._check_address(email, None)
        contact = Contact(
            id=self.new_id("CON"),
            name=name,
            email=email,
            phone=phone or "",
            organization=organization or "",
            notes=notes or "",
            groups=groups or [],
        )
        return dict(self.contacts.add(contact))

    @operation("write")
    def update_contact(
        self,
        contact_id: str,
        name: Name | None = None,
        email: Address | None = None,
        phone: Phone | None = None,
        organization: Name | None = None,
        notes: Note | None = None,
        groups: Groups | None = None,
        clear: Annotated[list[Clearable], Field(max_length=5)] | None = None,
    ) -> Json:
        """Change the given fields of a contact; each replaces the whole old value.

        Args:
            contact_id: Id of the contact.
            name: New full name.
            email: New mail address.
            phone: New phone number.
            organization: New organization.
            notes: New notes.
            groups: New list of groups.
            clear: Fields to empty.
        """
        contact = self.contacts.get(contact_id)
        given: Json = {"name": name, "email": email, "phone": phone, "organization": organization}
        given |= {"notes": notes, "groups": groups}
        changes = {field: value for field, value in given.items() if value is not None}
        for field in clear or []:
            if field in changes:
                raise Invalid(f"clear: {field!r} is given a new value in the same call")
            changes[field] = {"email": None, "groups": []}.get(field, "")
        if not changes:
            raise Invalid("give at least one field to change or to clear")
        if not changes.get("email", contact.email) and not changes.get("phone", contact.phone):
            raise Invalid("a contact needs an email or a phone")
        self._check_address(email, contact_id)
        return dict(self.contacts.update(contact_id, **changes))

    @operation("commit")
    def delete_contact(self, contact_id: str) -> Json:
        """Delete a contact for good.

        Args:
            contact_id: Id of the contact.
        """
        self.contacts.remove(contact_id)
        return {"id": contact_id, "deleted": True}

    def _check_address(self, email: str | None, own_id: str | None) -> None:
        for other in self.contacts.find(email=email) if email is not None else []:
            if other.id != own_id:
                raise Conflict(f"contact {other.id!r}, {other.name}, has the address {email} already", id=other.id)
