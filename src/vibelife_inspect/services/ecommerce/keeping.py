"""What the persona keeps with the shop: addresses and the wish list with its watches."""

from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.ecommerce.base import EcommerceBase
from vibelife_inspect.services.ecommerce.catalogue import Country
from vibelife_inspect.services.ecommerce.records import Address, Wish
from vibelife_inspect.world import Blankable, Json, Limit, Part, Text, operation, page

Short = Annotated[Text, Field(max_length=200)]

_MOST_ADDRESSES = 50


class Destination(Part):
    """Where parcels can go."""

    recipient: Short
    """Who gets them."""
    address: Short
    """Street, number and postal code."""
    city: Short
    """City."""
    country: Country
    """ISO 3166 code, such as DE."""
    phone: Annotated[Blankable, Field(max_length=40)] = ""
    """Phone number, for the courier."""
    label: Annotated[Blankable, Field(max_length=60)] = ""
    """What the user calls it, such as `home`."""


class Keeping(EcommerceBase):
    """Addresses and wishes."""

    @operation("read")
    def list_addresses(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the saved addresses, the default first, then by label.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.addresses, key=lambda row: (not row.is_default, row.label, row.id))
        return page(rows, limit, cursor, lambda row: row.row)

    @operation("write")
    def save_address(self, destination: Destination, address_id: str | None = None, make_default: bool = False) -> Json:
        """Save a new address, or replace one; orders that are placed keep theirs.

        Args:
            destination: The whole address.
            address_id: Id of the address to replace; a new one when not given.
            make_default: Whether it becomes the default address, as the first one always does.
        """
        if address_id is None and len(self.addresses) >= _MOST_ADDRESSES:
            raise Conflict(f"at most {_MOST_ADDRESSES} addresses can be saved")
        if make_default:
            for row in [row for row in self.addresses if row.is_default]:
                self.addresses.update(row.id, is_default=False)
        if address_id is not None:
            default = make_default or self.addresses.get(address_id).is_default
            return self.addresses.update(address_id, **dict(destination), is_default=default).row
        default = make_default or not len(self.addresses)
        return self.addresses.add(Address(id=self.new_id("ADR"), **dict(destination), is_default=default)).row

    @operation("commit")
    def remove_address(self, address_id: str) -> Json:
        """Delete a saved address; orders that are placed keep it. Without the default one, orders must name theirs.

        Args:
            address_id: Id of the address.
        """
        self.addresses.remove(address_id)
        return {"address_id": address_id, "removed": True}

    @operation("write")
    def add_to_wishlist(self, sku: str, below: Money | None = None, restock: bool = False) -> Json:
        """Put a variant on the wish list, and watch it if wanted; adding it again replaces what was watched.

        A watch tells once: when one piece costs `below` or less, or when the variant is in stock again.

        Args:
            sku: Id of the variant.
            below: Price of one to wait for, in the variant's currency, below its present price.
            restock: Whether to wait until it is in stock; only for one that is not.
        """
        variant = self.skus.get(sku)
        price = variant.price_at(self.clock.now)
        if below is not None and (below.currency != price.currency or not 0 <= below.minor < price.minor):
            raise Invalid(f"below: must be in {price.currency} and less than {price}, which it costs now")
        if restock and variant.stock:
            raise Invalid(f"restock: {variant.stock} are in stock", stock=variant.stock)
        if sku in self.wishes:
            self.wishes.remove(sku)
        wish = Wish(
            id=sku,
            product_id=variant.product_id,
            below=below,
            restock=restock,
            status="watching" if restock or below is not None else "saved",
            added_at=self.clock.now,
        )
        return self._wish_row(self.wishes.add(wish))

    @operation("read")
    def list_wishlist(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the wish list in the order in which it grew, with present prices and what is watched.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        return page(list(self.wishes), limit, cursor, self._wish_row)

    @operation("write")
    def remove_from_wishlist(self, sku: str) -> Json:
        """Take a variant off the wish list, with its watch.

        Args:
            sku: Id of the variant.
        """
        self.wishes.remove(sku)
        return {"sku": sku, "removed": True}

    def _wish_row(self, wish: Wish) -> Json:
        row = {"sku": wish.id, **{field: value for field, value in wish if field != "id"}}
        if wish.id not in self.skus:
            return row
        sku = self.skus.get(wish.id)
        return {**row, "name": self.products.get(sku.product_id).name, **sku.row(self.clock.now)}
