"""Tables that people and models write: Markdown, CSV, YAML, JSON; text that is no table has no rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibelife_inspect.checks.tables import column, read_table

BED, LAMP = {"item": "Bed", "unit_price": "20.00"}, {"item": "Lamp", "unit_price": "4.50"}


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("a.md", "| Item | Unit price |\n| --- | --- |\n| Bed | 20.00 |\n| Lamp | 4.50 |\n"),
        ("a.md", "|Item|Unit price|\n|:--|--:|\n|Bed|20.00|\n|Lamp|4.50|"),
        ("a.md", "text\n\n| **Item** | `Unit  price` |\n|---|:---:|\n| **Bed** | `20.00` |\n| Lamp | 4.50 |\n\nmore"),
        (
            "a.md",
            "| ITEM | unit_price |\n|---|---|\n| Bed | 20.00 |\n\n| item | Unit-Price |\n|---|---|\n| Lamp | 4.50 |",
        ),
        ("plan", "| item | unit price |\n|---|---|\n| Bed | 20.00 |\n| Lamp | 4.50 |"),
        ("a.csv", "Item,Unit price\nBed,20.00\nLamp,4.50\n"),
        ("a.csv", '# note\n"Item", "Unit price"\n\n"Bed", "20.00"\r\nLamp,4.50\r\n'),
        ("A.CSV", "item,unit_price\nBed,20.00\nLamp,4.50"),
        ("a.tsv", "Item\tUnit price\nBed\t20.00\nLamp\t4.50\n"),
        ("a.json", '[{"Item": "Bed", "Unit price": 20.00}, {"Item": "Lamp", "Unit price": "4.50"}]'),
        (
            "a.json",
            '{"as_of": "x", "rows": [{"item": "Bed", "unit_price": "20.00"}, {"item": "Lamp", "unit_price": 4.50}]}',
        ),
        ("a.yaml", "- item: Bed\n  unit price: 20.00\n- item: Lamp\n  unit price: '4.50'\n"),
        ("a.yml", "rows:\n  - {item: Bed, unit_price: 20.00}\n  - {item: Lamp, unit_price: 4.50}\n"),
    ],
)
def test_the_same_rows_are_read_from_every_format(path: str, content: str) -> None:
    assert read_table(path, content) == [BED, LAMP]


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("a.md", ""),
        ("a.md", "just text"),
        ("a.md", "| item | price |\n| --- | --- |\n"),
        ("a.csv", ""),
        ("a.csv", "item,price\n"),
        ("a.json", "{broken"),
        ("a.json", "[1, 2]"),
        ("a.json", "null"),
        ("a.json", "[" * 100_000),
        ("a.yaml", "a: &x 1\nb: *x\n"),
        ("a.yaml", "just text"),
        ("a.csv", '"open\n' + "x" * 200_000),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_table_has_no_rows(path: str, content: str) -> None:
    assert read_table(path, content) == []


def test_a_section_is_asked_by_words_of_its_heading() -> None:
    text = "# Costs 2026\n| a |\n|---|\n| 1 |\n## Old Costs\n| a |\n|---|\n| 2 |\n# Other\n| a |\n|---|\n| 3 |\n"
    assert [row["a"] for row in read_table("x.md", text)] == ["1", "2", "3"]
    assert [row["a"] for row in read_table("x.md", text, "costs")] == ["1", "2"]
    assert [row["a"] for row in read_table("x.md", text, "OLD  costs")] == ["2"]


def test_an_escaped_bar_is_text() -> None:
    assert read_table("x.md", "| a | b |\n|---|---|\n| x \\| y | z |") == [{"a": "x | y", "b": "z"}]


def test_an_empty_cell_stays_a_cell() -> None:
    assert read_table("x.md", "| a | b | c |\n|---|---|---|\n|  | 2 |  |") == [{"a": "", "b": "2", "c": ""}]


def test_a_short_row_has_fewer_cells_and_a_long_one_loses_the_rest() -> None:
    assert read_table("x.csv", "a,b\n1\n1,2,3") == [{"a": "1"}, {"a": "1", "b": "2"}]


def test_values_of_data_are_text() -> None:
    content = '[{"a": true, "b": null, "c": {"minor": 100, "currency": "EUR", "text": "EUR 1.00"}, "d": 1.50, "e": 3}]'
    assert read_table("x.json", content) == [{"a": "true", "b": "", "c": "EUR 1.00", "d": "1.50", "e": "3"}]


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("Unit price", "unit_price"),
        (" **Fee (EUR)** ", "fee_eur"),
        ("`id`", "id"),
        ("Größe", "grösse"),
        ("日付", "日付"),
    ],
)
def test_a_column_has_one_name(name: str, result: str) -> None:
    assert column(name) == column(result)


@given(
    st.sampled_from(["a.md", "a.csv", "a.tsv", "a.json", "a.yaml"]), st.text('|-,"\n\t[]{}:ab1#\\ \x00', max_size=60)
)
def test_any_text_is_read(path: str, content: str) -> None:
    assert all(isinstance(value, str) for row in read_table(path, content) for value in row.values())
