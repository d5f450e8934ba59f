"""Operations on databases: their columns and their rows."""

from typing import Annotated, Any, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.notes.base import NotesBase
from vibelife_inspect.services.notes.cells import column_of, ordered, read_cells, tests
from vibelife_inspect.services.notes.records import (
    MOST_COLUMNS,
    MOST_OPTIONS,
    Cell,
    Column,
    ColumnName,
    ColumnType,
    Database,
    Filter,
    Option,
    Row,
    Scalar,
    Sort,
    Title,
    age,
)
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Json, Limit, operation, page

Cells = Annotated[list[Cell], Field(min_length=1, max_length=MOST_COLUMNS)]
"""Some values of a row."""
Options = Annotated[list[Option], Field(min_length=1, max_length=MOST_OPTIONS)]
"""Choices of a select column."""

_TEXT_SHOWN = 200


class Databases(NotesBase):
    """Making and changing databases."""

    @operation("read")
    def list_databases(self, parent: str | None = None, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List databases with the names of their columns, last changed first.

        Args:
            parent: Only databases directly below this page.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = list(self.databases) if parent is None else self.databases.find(parent=parent)
        rows.sort(key=lambda item: (age(item.updated_at), item.id))
        return page(rows, limit, cursor, lambda item: item.row)

    @operation("read")
    def get_database(self, database_id: str) -> Json:
        """Show a database: its columns with types and options, and how many rows it has.

        Args:
            database_id: Id of the database.
        """
        return self._shown(self.databases.get(database_id))

    @operation("write")
    def create_database(
        self,
        title: Title,
        columns: Annotated[list[Column], Field(min_length=1, max_length=MOST_COLUMNS)],
        parent: str | None = None,
    ) -> Json:
        """Make a new database without rows.

        Args:
            title: Its title.
            columns: Its columns in order; the first one should name a row.
            parent: Page below which it stands; at the top when absent.
        """
        self._check_parent(parent)
        _check_columns(columns)
        now, id = self.clock.now, self.new_id("DB")
        made = Database(id=id, title=title, columns=tuple(columns), parent=parent, created_at=now, updated_at=now)
        return self._shown(self.databases.add(made))

    @operation("write")
    def rename_database(self, database_id: str, title: Title) -> Json:
        """Give a database another title.

        Args:
            database_id: Id of the database.
            title: New title.
        """
        return self._shown(self._refit(self._database(database_id), title=title))

    @operation("write")
    def move_database(self, database_id: str, parent: str | None = None) -> Json:
        """Move a database below another page.

        Args:
            database_id: Id of the database.
            parent: Page below which it stands afterwards; to the top when absent.
        """
        database = self._database(database_id)
        self._check_parent(parent)
        return self._shown(self._refit(database, parent=parent))

    @operation("write")
    def add_column(
        self, database_id: str, name: ColumnName, type: ColumnType = "text", options: Options | None = None
    ) -> Json:
        """Add a column at the end of a database; its rows have no value there yet.

        Args:
            database_id: Id of the database.
            name: Name of the new column.
            type: What its values are; number means whole numbers.
            options: Only with select: the choices.
        """
        database = self._database(database_id)
        if options is not None and type != "select":
            raise Invalid("options: go with the type select only")
        columns = [*database.columns, Column(name=name, type=type, options=tuple(options or ()))]
        if len(columns) > MOST_COLUMNS:
            raise Invalid(f"name: a database has at most {MOST_COLUMNS} columns")
        _check_columns(columns)
        return self._shown(self._refit(database, columns=tuple(columns)))

    @operation("write")
    def rename_column(self, database_id: str, name: ColumnName, new_name: ColumnName) -> Json:
        """Give a column another name; its values stay.

        Args:
            database_id: Id of the database.
            name: Present name of the column.
            new_name: New name of the column.
        """
        database = self._database(database_id)
        old = column_of(database, name, "name")
        columns = [_renamed(column, new_name) if column == old else column for column in database.columns]
        _check_columns(columns)
        for row in self.rows.find(database_id=database.id) if new_name != old.name else ():
            self.rows.update(
                row.id, values={new_name if key == old.name else key: row.values[key] for key in row.values}
            )
        return self._shown(self._refit(database, columns=tuple(columns)))

    @operation("write")
    def add_options(self, database_id: str, name: ColumnName, options: Options) -> Json:
        """Add choices to a select column, after those that it has.

        Args:
            database_id: Id of the database.
            name: Name of the column.
            options: New choices.
        """
        database = self._database(database_id)
        old = column_of(database, name, "name")
        if old.type != "select":
            raise Invalid(f"name: {old.name!r} is a {old.type} column; only select columns have options")
        both = (*old.options, *options)
        if len(both) > MOST_OPTIONS:
            raise Invalid(f"options: a column has at most {MOST_OPTIONS}")
        new = Column(name=old.name, type="select", options=both)
        columns = [new if column == old else column for column in database.columns]
        _check_columns(columns)
        return self._shown(self._refit(database, columns=tuple(columns)))

    @operation("commit")
    def remove_column(self, database_id: str, name: ColumnName) -> Json:
        """Remove a column with all its values for good.

        Args:
            database_id: Id of the database.
            name: Name of the column; the last one left cannot be removed.
        """
        database = self._database(database_id)
        old = column_of(database, name, "name")
        columns = tuple(column for column in database.columns if column != old)
        if not columns:
            raise Conflict(f"{old.name!r} is the only column; delete the database instead")
        for row in self.rows.find(database_id=database.id):
            self.rows.update(row.id, values={key: value for key, value in row.values.items() if key != old.name})
        return self._shown(self._refit(database, columns=columns))

    @operation("commit")
    def delete_database(self, database_id: str) -> Json:
        """Delete a database with all its rows for good.

        Args:
            database_id: Id of the database.
        """
        database = self.databases.get(database_id)
        self.own(database, "database")
        rows = self.rows.find(database_id=database.id)
        for row in rows:
            self.rows.remove(row.id)
        self.databases.remove(database.id)
        return {**database.pick("id", "title"), "deleted": True, "rows_deleted": len(rows)}

    def _refit(self, database: Database, **fields: Any) -> Database:
        return self.databases.update(database.id, updated_at=self.clock.now, **fields)

    def _shown(self, database: Database) -> Json:
        return {**dict(database), "rows_total": len(self.rows.find(database_id=database.id))}


class Rows(NotesBase):
    """Reading and writing rows."""

    @operation("read")
    def query_rows(
        self,
        database_id: str,
        filters: Annotated[list[Filter], Field(max_length=10)] | None = None,
        match: Literal["all", "any"] = "all",
        sort: Annotated[list[Sort], Field(max_length=5)] | None = None,
        columns: Annotated[list[ColumnName], Field(min_length=1, max_length=MOST_COLUMNS)] | None = None,
        limit: Limit = 50,
        cursor: str | None = None,
    ) -> Json:
        """List rows of a database that meet conditions; long text is cut to 200 characters.

        Text compares without regard to case, select options in their declared order, money of other currencies at the
        world's rates. An amount without a rate meets no condition of size; `is_not` is met by rows without a value.

        Args:
            database_id: Id of the database.
            filters: Conditions; all rows when absent.
            match: Whether a row must meet all of the conditions or any.
            sort: Order by columns, the first counts most; as they were added when absent, and where all are equal.
            columns: Only these columns; all when absent.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        database = self.databases.get(database_id)
        checks = tests(database, filters or [], self.world.rates)
        meets = any if match == "any" and checks else all
        rows = [row for row in self.rows.find(database_id=database.id) if meets(check(row) for check in checks)]
        names = [column_of(database, name, "columns").name for name in columns or []]
        names = names or [column.name for column in database.columns]
        return page(ordered(database, rows, sort or []), limit, cursor, lambda row: _short(row, names))

    @operation("read")
    def get_row(self, row_id: str) -> Json:
        """Show a whole row.

        Args:
            row_id: Id of the row.
        """
        return self._row_view(self.rows.get(row_id))

    @operation("write")
    def add_row(self, database_id: str, cells: Cells) -> Json:
        """Add a row at the end of a database; columns that are not given stay empty.

        Args:
            database_id: Id of the database.
            cells: Its values.
        """
        return self._row_view(self._enter(self._database(database_id), cells, ME))

    @operation("write")
    def update_row(self, row_id: str, cells: Cells) -> Json:
        """Change values of a row; columns that are not given stay.

        Args:
            row_id: Id of the row.
            cells: New values; null empties a column.
        """
        row = self.rows.get(row_id)
        return self._row_view(self._revise(row, self._database(row.database_id), cells, ME))

    @operation("commit")
    def delete_row(self, row_id: str) -> Json:
        """Delete a row for good.

        Args:
            row_id: Id of the row.
        """
        row = self.rows.get(row_id)
        self._database(row.database_id)
        self.rows.remove(row.id)
        return {**row.pick("id", "database_id", "values"), "deleted": True}

    def _enter(self, database: Database, cells: list[Cell], editor: str, id: str | None = None) -> Row:
        values, now = read_cells(database, cells), self.clock.now
        row = Row(
            id=self.new_id("ROW", id),
            database_id=database.id,
            values=values,
            created_at=now,
            updated_at=now,
            updated_by=editor,
        )
        return self.rows.add(row)

    def _revise(self, row: Row, database: Database, cells: list[Cell], editor: str) -> Row:
        values = {**row.values, **read_cells(database, cells)}
        return self.rows.update(row.id, values=values, updated_at=self.clock.now, updated_by=editor)


def _check_columns(columns: list[Column]) -> None:
    names: dict[str, None] = {}
    for column in columns:
        if squeeze(column.name) in names:
            raise Invalid(f"{column.name!r}: two columns would have this name")
        names[squeeze(column.name)] = None
        if column.type == "select" and len({squeeze(option) for option in column.options}) < len(column.options):
            raise Invalid(f"{column.name!r}: two options would be the same")


def _renamed(column: Column, name: str) -> Column:
    return Column(name=name, type=column.type, options=column.options)


def _cut(value: Scalar) -> Scalar:
    return value[:_TEXT_SHOWN] + "…" if isinstance(value, str) and len(value) > _TEXT_SHOWN else value


def _short(row: Row, names: list[str]) -> Json:
    return {"id": row.id, "values": {name: _cut(row.values.get(name)) for name in names}, "updated_at": row.updated_at}
