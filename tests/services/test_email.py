"""The mailbox."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds import PERSONA, at, code, make_world, ok
from vibelife_inspect.ids import rng
from vibelife_inspect.services.email import Email
from vibelife_inspect.services.email.addresses import bare
from vibelife_inspect.services.email.options import EmailBackground
from vibelife_inspect.services.email.records import Message, topic_of
from vibelife_inspect.world import Letter, Outcome, World

ME = PERSONA.email
ANNA, BEN, CARL = "anna@berg.example", "ben@hof.example", "carl@see.example"


def mail(id: str, day: int = 1, **fields: Any) -> dict[str, Any]:
    return {
        "id": id,
        "sender": ANNA,
        "sender_name": "Anna Berg",
        "to": [ME],
        "subject": f"About {id}",
        "body": f"Text of {id}",
        "sent_at": f"2026-02-{day:02}T09:00",
        **fields,
    }


def world_of(*messages: Mapping[str, Any], **tables: Sequence[Mapping[str, Any]]) -> World:
    seeds = {"email.messages": list(messages), **{f"email.{name}": rows for name, rows in tables.items()}}
    return make_world("email", seeds=seeds)


def do(world: World, operation: str, **arguments: Any) -> Outcome:
    return world.call(f"email_{operation}", arguments)


def get(world: World, id: str) -> Message:
    message = world.table("email.messages").get(id)
    assert isinstance(message, Message)
    return message


def ids(outcome: Outcome) -> list[str]:
    return [item["id"] for item in ok(outcome)["items"]]


def send(world: World, **changes: Any) -> Outcome:
    return do(world, "send_message", **{"to": [ANNA], "subject": "Hello", "body": "How are you?", **changes})


# ---- reading


def test_a_folder_is_listed_newest_first_and_then_by_id() -> None:
    world = world_of(mail("b", 2), mail("a", 2), mail("c", 9), mail("d", 1, folder="archive"))
    assert ids(do(world, "list_messages")) == ["c", "a", "b"]
    assert ids(do(world, "list_messages", folder="ARCHIVE")) == ["d"]


def test_order_is_that_of_instants_not_of_their_texts() -> None:
    world = world_of(
        mail("west", sent_at="2026-02-01T08:00-05:00"),
        mail("east", sent_at="2026-02-01T20:00+08:00"),
        mail("home", sent_at="2026-02-01T13:30"),
    )
    assert ids(do(world, "list_messages")) == ["west", "home", "east"]


def test_pages_cover_the_folder_and_survive_new_mail() -> None:
    world = world_of(*(mail(f"m{n}", n) for n in range(1, 8)))
    first = ok(do(world, "list_messages", limit=3))
    assert (first["total"], [row["id"] for row in first["items"]]) == (7, ["m7", "m6", "m5"])
    ok(world.outside("email_receive_message", {"sender": BEN, "subject": "New", "body": "x"}))
    assert ids(do(world, "list_messages", limit=3, cursor=first["next_cursor"])) == ["m4", "m3", "m2"]


def test_looking_at_a_message_does_not_mark_it_read() -> None:
    world = world_of(mail("m"))
    before = world.digest()
    view = ok(do(world, "get_message", message_id="m"))
    assert (view["body"], view["read"]) == ("Text of m", False)
    assert world.digest() == before
    ok(do(world, "mark_messages", message_ids=["m"], mark="read"))
    assert get(world, "m").read
    assert ids(do(world, "list_messages", unread_only=True)) == []


def test_rows_are_short_and_views_hide_the_machinery() -> None:
    world = world_of(mail("m", attachments=[{"name": "a.pdf", "content": "secret"}]))
    assert "body" not in ok(do(world, "list_messages"))["items"][0]
    view = ok(do(world, "get_message", message_id="m"))
    assert view["attachments"] == [{"name": "a.pdf", "kind": "pdf", "size": 6}]
    assert not {"binned_at", "bounces_at", "previous_folder"} & set(view)


SEARCHED = (
    mail("offer", 3, subject="Angebot für die Küche", important=True, labels=["Home"]),
    mail("plan", 5, sender=BEN, sender_name="Ben Hof", attachments=[{"name": "grundriss.pdf"}], read=True),
    mail("trip", 7, subject="京都の旅行", body="嵐山を散歩します", sender=CARL, sender_name="青木"),
    mail("old", 9, folder="trash", subject="Angebot"),
)


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ({"query": "ANGEBOT küche"}, ["offer"]),
        ({"query": "嵐山"}, ["trip"]),
        ({"query": "grundriss"}, ["plan"]),
        ({"query": "Angebot", "folder": "trash"}, ["old"]),
        ({"query": "nothing like it"}, []),
        ({"sender": "ben hof"}, ["plan"]),
        ({"sender": "青木"}, ["trip"]),
        ({"recipient": "mara@"}, ["trip", "plan", "offer"]),
        ({"since": "2026-02-05"}, ["trip", "plan"]),
        ({"until": "2026-02-05"}, ["plan", "offer"]),
        ({"since": "0001-01-01", "until": "9999-12-31", "query": "offer"}, ["offer"]),
        ({"has_attachment": True}, ["plan"]),
        ({"unread": True, "until": "2026-02-04"}, ["offer"]),
        ({"important": False}, ["trip", "plan"]),
        ({"label": "home"}, ["offer"]),
        ({"folder": "trash"}, ["old"]),
    ],
)
def test_search_finds_what_fulfils_every_condition(conditions: dict[str, Any], expected: list[str]) -> None:
    assert ids(do(world_of(*SEARCHED), "search_messages", **conditions)) == expected


def test_search_without_a_condition_is_refused() -> None:
    world = world_of(*SEARCHED)
    assert code(do(world, "search_messages")) == "invalid"
    assert code(do(world, "search_messages", query="　")) == "invalid"
    assert code(do(world, "search_messages", since="2026-02-05", until="2026-02-04")) == "invalid"


def test_search_sees_a_message_as_it_is_now() -> None:
    world = world_of(mail("m"))
    assert ids(do(world, "search_messages", query="Text of m")) == ["m"]
    ok(world.outside("email_recall_message", {"message_id": "m"}))
    assert ids(do(world, "search_messages", query="Text of m")) == []


def test_a_thread_is_shown_oldest_first_with_bodies() -> None:
    world = world_of(
        mail("one", 1), mail("two", 2, in_reply_to="one"), mail("three", 3, thread_id="one"), mail("other")
    )
    thread = ok(do(world, "get_thread", thread_id="three"))
    assert [(row["id"], row["body"]) for row in thread["items"]] == [
        (i, f"Text of {i}") for i in ("one", "two", "three")
    ]
    assert code(do(world, "get_thread", thread_id="none")) == "not_found"


def test_an_attachment_is_read_in_parts() -> None:
    text = "\n".join(f"line {n}" for n in range(1, 11))
    world = world_of(mail("m", attachments=[{"name": "договор.txt", "content": text}]))
    part = ok(do(world, "read_attachment", message_id="m", name="договор.txt", first_line=4, lines=2))
    assert (part["content"], part["kind"], part["lines_in_attachment"]) == ("line 4\nline 5\n", "text", 10)
    assert code(do(world, "read_attachment", message_id="m", name="other.txt")) == "not_found"


def test_exported_text_holds_whole_messages() -> None:
    world = world_of(mail("a", cc=[BEN]), mail("b"))
    content = ok(do(world, "export_messages", message_ids=["b", "a"]))["content"]
    assert content.index("Text of b") < content.index("Cc: ben@hof.example") < content.index("Text of a")


def test_counts_agree_with_the_messages() -> None:
    world = world_of(mail("a", read=True), mail("b", important=True, labels=["x"]), mail("c", folder="Reisen 旅"))
    stats = ok(do(world, "get_mailbox_stats"))
    assert (stats["total"], stats["unread"], stats["important"], stats["address"]) == (3, 2, 1, ME)
    assert stats["top_senders"] == [{"sender": ANNA, "messages": 3}]
    folders = {row["folder"]: row["messages"] for row in ok(do(world, "list_folders"))["items"]}
    assert (folders["inbox"], folders["Reisen 旅"], folders["trash"]) == (2, 1, 0)
    assert ok(do(world, "list_labels"))["items"] == [{"label": "x", "messages": 1, "unread": 1}]


# ---- writing


def test_a_sent_mail_is_the_personas_and_lies_in_sent() -> None:
    world = world_of()
    sent = ok(send(world, cc=[BEN], attachments=[{"name": "list.csv", "content": "a,b", "file_path": "x/list.csv"}]))
    message = get(world, sent["id"])
    assert (message.sender, message.status, message.folder, message.to, message.cc) == (
        ME,
        "sent",
        "sent",
        [ANNA],
        [BEN],
    )
    assert message.sent_at == world.clock.now
    assert (message.attachments[0].kind, message.attachments[0].file_path) == ("spreadsheet", "x/list.csv")


@pytest.mark.parametrize(
    "address",
    ["", "not an address", "anna@", "@berg.example", "anna@berg", "a@@berg.example", "a b@berg.example", ".a@b.example",
     "a..b@c.example", "a@-b.example", "a@b.example.", "a@b.example,c@d.example", "<a@b.example", "a\n@b.example"],
)  # fmt: skip
def test_a_malformed_address_is_refused_and_nothing_is_sent(address: str) -> None:
    world = world_of()
    for field in ("to", "cc", "bcc"):
        outcome = send(world, **{field: [address]})
        assert code(outcome) == "invalid"
        assert field in outcome.error["error"]["message"]  # type: ignore[index]
    assert len(world.table("email.messages")) == 0


@pytest.mark.parametrize(
    ("text", "address"),
    [("Anna Berg <Anna@Berg.example>", ANNA), (" anna@berg.example ", ANNA),
     ("x+y_z@a-b.co.example", "x+y_z@a-b.co.example"),
     ("jörg@müller.example", "jörg@müller.example"), ("李@例子.example", "李@例子.example")],
)  # fmt: skip
def test_an_address_is_read_with_or_without_a_name(text: str, address: str) -> None:
    assert bare(text) == address


@given(st.text(max_size=40) | st.from_regex(r"[a-z.]{1,6}@[a-z.-]{1,9}\.[a-z]{1,4}", fullmatch=True))
@settings(max_examples=60, deadline=None)
def test_reading_an_address_twice_changes_nothing(text: str) -> None:
    try:
        once = bare(text)
    except ValueError:
        return
    assert bare(once) == once


def test_a_recipient_is_named_once() -> None:
    message = get(world := world_of(), ok(send(world, to=[ANNA, "ANNA@berg.example"], cc=[ANNA, BEN], bcc=[BEN]))["id"])
    assert (message.to, message.cc, message.bcc) == ([ANNA], [BEN], [])


def test_a_key_sends_once() -> None:
    world = world_of()
    assert ok(send(world, idempotency_key="k")) == ok(send(world, idempotency_key="k"))
    assert len(world.table("email.messages")) == 1


def test_mail_to_oneself_arrives() -> None:
    world = world_of()
    sent = ok(send(world, to=[ME]))
    (copy,) = ok(do(world, "list_messages"))["items"]
    assert (copy["sender"], copy["status"], copy["read"], copy["thread_id"]) == (
        ME,
        "received",
        False,
        sent["thread_id"],
    )


GROUP = mail("m", to=[ME, BEN], cc=[CARL, ME], subject="Plan")


@pytest.mark.parametrize(
    ("operation", "to_all", "to", "cc"),
    [("reply_message", False, [ANNA], []), ("reply_all", True, [ANNA], [BEN, CARL])],
)
def test_an_answer_goes_where_the_preview_says(operation: str, to_all: bool, to: list[str], cc: list[str]) -> None:
    world = world_of(GROUP)
    preview = ok(do(world, "preview_reply", message_id="m", to_all=to_all))
    answer = get(world, ok(do(world, operation, message_id="m", body="Yes"))["id"])
    assert (answer.to, answer.cc) == (preview["to"], preview["cc"]) == (to, cc)
    assert (answer.subject, answer.in_reply_to, answer.thread_id) == ("Re: Plan", "m", "m")


def test_own_words_and_quotation_are_kept_apart() -> None:
    world = world_of(GROUP)
    answer = get(world, ok(do(world, "reply_message", message_id="m", body="Yes"))["id"])
    assert answer.body == "Yes"
    assert "> Text of m" in answer.quoted


def test_an_answer_to_an_own_mail_follows_up_and_re_is_not_doubled() -> None:
    world = world_of(mail("m", sender=ME, to=[BEN], subject="RE: Plan", status="sent"))
    assert ok(do(world, "reply_message", message_id="m", body="And?"))["to"] == [BEN]
    assert ok(do(world, "preview_reply", message_id="m"))["subject"] == "RE: Plan"


def test_an_answer_goes_to_the_reply_address() -> None:
    world = world_of(mail("m", reply_to=CARL), mail("odd", sender="no address"))
    assert ok(do(world, "preview_reply", message_id="m"))["to"] == [CARL]
    assert code(do(world, "reply_message", message_id="odd", body="x")) == "conflict"


def test_a_forwarded_mail_carries_text_and_attachments() -> None:
    world = world_of(mail("m", attachments=[{"name": "a.pdf", "content": "x"}]))
    with_files = get(world, ok(do(world, "forward_message", message_id="m", to=[BEN]))["id"])
    assert (with_files.subject, with_files.forward_of, with_files.body) == ("Fwd: About m", "m", "")
    assert "Text of m" in with_files.quoted
    assert [file.name for file in with_files.attachments] == ["a.pdf"]
    bare_mail = ok(do(world, "forward_message", message_id="m", to=[BEN], with_attachments=False))
    assert bare_mail["attachments"] == 0


@pytest.mark.parametrize("names", [["a.txt", "a.txt"], ["../a.txt"], ["a/b.txt"], [" "], ["a\n.txt"]])
def test_bad_names_of_attachments_are_refused(names: list[str]) -> None:
    files = [{"name": name, "content": "x"} for name in names]
    assert code(send(world_of(), attachments=files)) == "invalid"


# ---- drafts and scheduled mail


def test_a_draft_is_stored_changed_and_sent() -> None:
    world = world_of()
    draft = ok(do(world, "create_draft", subject="Idea"))["id"]
    assert code(do(world, "send_draft", draft_id=draft)) == "conflict"
    ok(do(world, "update_draft", draft_id=draft, to=[ANNA], body="Text", cc=[BEN]))
    ok(do(world, "update_draft", draft_id=draft, clear=["cc"]))
    sent = ok(do(world, "send_draft", draft_id=draft))
    assert (sent["id"], sent["status"], sent["folder"], sent["to"], sent["cc"]) == (draft, "sent", "sent", [ANNA], [])
    assert code(do(world, "send_draft", draft_id=draft)) == "conflict"
    assert code(do(world, "update_draft", draft_id=draft, body="x")) == "conflict"
    assert code(do(world, "delete_draft", draft_id=draft)) == "conflict"


def test_a_draft_of_an_answer_knows_recipient_and_subject() -> None:
    world = world_of(GROUP)
    draft = ok(do(world, "create_draft", in_reply_to="m", body="Soon"))
    assert (draft["to"], draft["subject"], draft["thread_id"], draft["status"]) == ([ANNA], "Re: Plan", "m", "draft")
    ok(do(world, "delete_draft", draft_id=draft["id"]))
    assert ids(do(world, "list_messages", folder="drafts")) == []


@pytest.mark.parametrize("changes", [{}, {"clear": ["body"], "body": "x"}, {"subject": "a\nb"}, {"clear": ["sender"]}])
def test_a_draft_needs_sensible_changes(changes: dict[str, Any]) -> None:
    world = world_of()
    draft = ok(do(world, "create_draft", body="Text"))["id"]
    assert code(do(world, "update_draft", draft_id=draft, **changes)) == "invalid"
    assert get(world, draft).body == "Text"


def test_a_scheduled_mail_leaves_when_it_is_due() -> None:
    world = world_of()
    id = ok(send(world, send_at="2026-03-03T09:00"))["id"]
    world.advance(at("2026-03-03T08:59"))
    assert (get(world, id).status, get(world, id).sent_at) == ("scheduled", None)
    world.advance(at("2026-03-04T12:00"))
    message = get(world, id)
    assert (message.status, message.folder, message.sent_at) == ("sent", "sent", at("2026-03-03T09:00"))
    assert code(do(world, "cancel_scheduled", message_id=id)) == "conflict"


def test_a_cancelled_mail_is_a_draft_and_never_leaves() -> None:
    world = world_of()
    id = ok(send(world, send_at="2026-03-03T09:00"))["id"]
    assert code(do(world, "update_draft", draft_id=id, body="x")) == "conflict"
    assert code(do(world, "trash_messages", message_ids=[id])) == "conflict"
    ok(do(world, "cancel_scheduled", message_id=id))
    world.advance(at("2026-03-09T12:00"))
    assert (get(world, id).status, get(world, id).folder) == ("draft", "drafts")
    ok(do(world, "send_draft", draft_id=id, send_at="2026-03-10T07:00+00:00"))
    ok(do(world, "reschedule_message", message_id=id, send_at="2026-03-11T07:00"))
    world.advance(at("2026-03-10T23:00"))
    assert get(world, id).status == "scheduled"


@pytest.mark.parametrize(
    "moment",
    [
        "2026-03-02T08:00",
        "2026-03-01T08:00",
        "0001-01-01T00:00:00+23:00",
        "9999-12-31T23:59:59-23:00",
        "2027-06-01T00:00",
    ],
)
def test_a_time_to_send_lies_ahead_and_not_too_far(moment: str) -> None:
    world = world_of()
    assert code(send(world, send_at=moment)) == "invalid"
    assert len(world.table("email.messages")) == 0


# ---- filing


def test_messages_are_moved_all_or_none() -> None:
    world = world_of(mail("a"), mail("b"), folders=[{"id": "旅行 2026"}])
    assert code(do(world, "move_messages", message_ids=["a", "nope"], folder="旅行 2026")) == "not_found"
    assert get(world, "a").folder == "inbox"
    assert code(do(world, "move_messages", message_ids=["a"], folder="Reise")) == "not_found"
    ok(do(world, "move_messages", message_ids=["a", "b", "a"], folder="旅行　２０２６"))
    assert ids(do(world, "list_messages", folder="旅行 2026")) == ["a", "b"]


@pytest.mark.parametrize(
    ("status", "folder", "allowed"),
    [("received", "archive", True), ("received", "spam", True), ("received", "sent", False),
     ("received", "drafts", False), ("sent", "archive", True),
     ("sent", "inbox", False), ("sent", "spam", False), ("sent", "trash", True),
     ("draft", "trash", True), ("draft", "archive", False), ("draft", "inbox", False), ("scheduled", "trash", False)],
)  # fmt: skip
def test_a_message_goes_only_where_it_can_belong(status: str, folder: str, allowed: bool) -> None:
    moments = {"saved_at": "2026-03-01T09:00", "send_at": "2026-04-01T09:00"}
    world = world_of(mail("m", status=status, **moments))
    outcome = do(world, "move_messages", message_ids=["m"], folder=folder)
    assert outcome.ok if allowed else code(outcome) == "conflict"


def test_trash_can_be_restored_until_it_is_purged() -> None:
    world = world_of(mail("a", folder="archive"), mail("b"))
    ok(do(world, "trash_messages", message_ids=["a", "b"]))
    ok(do(world, "restore_messages", message_ids=["a"]))
    assert get(world, "a").folder == "archive"
    world.advance(world.clock.now + timedelta(days=30, minutes=1))
    assert ids(do(world, "list_messages", folder="trash")) == []
    assert "b" not in world.table("email.messages")
    assert "a" in world.table("email.messages")


def test_only_trash_and_spam_are_deleted_for_good() -> None:
    world = world_of(mail("a"), mail("b", folder="trash"), mail("c", folder="trash"), mail("d", folder="spam"))
    assert code(do(world, "delete_messages", message_ids=["b", "a"])) == "conflict"
    assert "b" in world.table("email.messages")
    ok(do(world, "delete_messages", message_ids=["b", "d"]))
    assert ok(do(world, "empty_trash")) == {"deleted": 1}
    assert [message.id for message in world.table("email.messages")] == ["a"]


def test_spam_is_marked_and_unmarked() -> None:
    world = world_of(mail("a", folder="archive"))
    ok(do(world, "mark_spam", message_ids=["a"]))
    assert get(world, "a").folder == "spam"
    ok(do(world, "mark_spam", message_ids=["a"], spam=False))
    assert get(world, "a").folder == "archive"
    assert code(do(world, "mark_spam", message_ids=["a"], spam=False)) == "conflict"


def test_reported_phishing_goes_to_spam_and_so_does_what_follows() -> None:
    world = world_of(mail("a"))
    assert ok(do(world, "report_phishing", message_id="a"))["reported"] is True
    assert (get(world, "a").folder, get(world, "a").reported) == ("spam", True)
    assert code(do(world, "report_phishing", message_id="a")) == "conflict"
    later = ok(world.outside("email_receive_message", {"sender": ANNA, "subject": "Again", "body": "x"}))
    assert later["folder"] == "spam"


def test_labels_are_added_and_removed_whatever_their_case() -> None:
    world = world_of(mail("a", labels=["Home"]))
    ok(do(world, "label_messages", message_ids=["a"], add=["家", "home"]))
    assert get(world, "a").labels == ["Home", "家"]
    ok(do(world, "label_messages", message_ids=["a"], remove=["HOME", "other"]))
    assert get(world, "a").labels == ["家"]
    assert code(do(world, "label_messages", message_ids=["a"])) == "invalid"
    assert code(do(world, "label_messages", message_ids=["a"], add=[f"l{n}" for n in range(11)])) == "invalid"


STEPS: list[tuple[str, dict[str, Any]]] = [
    ("move_messages", {"folder": "archive"}),
    ("move_messages", {"folder": "spam"}),
    ("move_messages", {"folder": "drafts"}),
    ("trash_messages", {}),
    ("restore_messages", {}),
    ("mark_spam", {"spam": False}),
    ("delete_messages", {}),
    ("send_draft", {"send_at": "2026-03-20T09:00"}),
    ("send_draft", {}),
    ("cancel_scheduled", {}),
    ("delete_draft", {}),
    ("reply_message", {"body": "x"}),
]
ARGUMENT = dict.fromkeys(("send_draft", "delete_draft"), "draft_id")
ARGUMENT |= dict.fromkeys(("cancel_scheduled", "reply_message"), "message_id")


@given(st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from("abc")), max_size=12))
@settings(max_examples=40, deadline=None)
def test_whatever_is_done_a_message_lies_where_its_status_belongs(
    steps: list[tuple[tuple[str, dict[str, Any]], str]],
) -> None:
    draft = mail("b", status="draft", saved_at="2026-03-01T09:00", sent_at=None)
    world = world_of(mail("a"), draft, mail("c", status="sent", sender=ME))
    for (operation, arguments), id in steps:
        name = ARGUMENT.get(operation, "message_ids")
        before = world.digest()
        outcome = do(world, operation, **arguments, **{name: [id] if name == "message_ids" else id})
        assert outcome.ok or world.digest() == before
    for message in world.table("email.messages"):
        binned = message.folder in ("spam", "trash")
        assert (message.binned_at is not None) == (message.previous_folder is not None) == binned
        assert (message.status == "scheduled") == (message.folder == "scheduled") == (message.send_at is not None)
        assert message.status != "draft" or message.folder in ("drafts", "trash")
        assert message.folder != "drafts" or message.status == "draft"


# ---- folders, filters, contacts


def test_folders_have_names_in_any_script_and_differ() -> None:
    world = world_of()
    for name in ("Квитанции", "領収書", "Reise 🚆"):
        assert ok(do(world, "create_folder", folder=name))["id"] == name
    for name in ("квитанции", "Inbox", " TRASH "):
        assert code(do(world, "create_folder", folder=name)) == "conflict"
    assert code(do(world, "rename_folder", folder="sent", new_name="x")) == "refused"
    assert code(do(world, "delete_folder", folder="inbox")) == "refused"


def test_a_renamed_folder_takes_its_mail_and_filters_along() -> None:
    world = world_of(
        mail("a", folder="Old"),
        mail("b", folder="trash", previous_folder="Old"),
        folders=[{"id": "Old"}],
        filters=[{"id": "f", "sender": "anna", "folder": "Old"}],
    )
    assert ok(do(world, "rename_folder", folder="old", new_name="新しい"))["messages"] == 1
    ok(do(world, "restore_messages", message_ids=["b"]))
    assert (get(world, "a").folder, get(world, "b").folder) == ("新しい", "新しい")
    assert world.table("email.filters").get("f").folder == "新しい"
    assert code(do(world, "delete_folder", folder="新しい")) == "conflict"


def test_a_deleted_folder_leaves_its_mail_in_the_trash() -> None:
    world = world_of(mail("a", folder="Old"), folders=[{"id": "Old"}])
    assert code(do(world, "delete_folder", folder="Old", move_messages_to="sent")) == "invalid"
    ok(do(world, "delete_folder", folder="Old"))
    assert get(world, "a").folder == "trash"
    assert code(do(world, "list_messages", folder="Old")) == "not_found"
    ok(do(world, "restore_messages", message_ids=["a"]))
    assert get(world, "a").folder == "inbox"


def test_filters_file_what_arrives() -> None:
    world = world_of(folders=[{"id": "Bills"}])
    for wrong in ({}, {"sender": "x"}, {"folder": "Bills"}, {"sender": "x", "folder": "sent"}):
        assert code(do(world, "create_filter", **wrong)) == "invalid"
    rule = ok(
        do(
            world,
            "create_filter",
            sender="anna berg",
            subject="rechnung",
            folder="bills",
            label="paper",
            mark_read=True,
        )
    )
    hit = {"sender": ANNA, "sender_name": "Anna Berg", "subject": "Ihre Rechnung", "body": "x", "message_id": "hit"}
    ok(world.outside("email_receive_message", hit))
    ok(world.outside("email_receive_message", {**hit, "subject": "Hallo", "message_id": "miss"}))
    assert (get(world, "hit").folder, get(world, "hit").labels, get(world, "hit").read) == ("Bills", ["paper"], True)
    assert (get(world, "miss").folder, get(world, "miss").read) == ("inbox", False)
    ok(do(world, "delete_filter", filter_id=rule["id"]))
    assert ok(do(world, "list_filters"))["items"] == []


def test_contacts_are_kept_by_address() -> None:
    world = world_of(contacts=[{"id": "c1", "name": "Änne Öhm", "email": ANNA}])
    assert code(do(world, "add_contact", name="Anna", email="Anna@Berg.example")) == "conflict"
    assert code(do(world, "add_contact", name="Nobody")) == "invalid"
    assert code(do(world, "add_contact", name="X", email="nope")) == "invalid"
    new = ok(do(world, "add_contact", name="青木 梓", phone="+81 3 5555 0100", groups=["Family"]))["id"]
    assert ids(do(world, "search_contacts", query="青木")) == [new]
    assert ids(do(world, "list_contacts", group="family")) == [new]
    assert code(do(world, "update_contact", contact_id=new, clear=["phone"])) == "invalid"
    assert code(do(world, "update_contact", contact_id=new, email=ANNA)) == "conflict"
    assert ok(do(world, "update_contact", contact_id=new, email=BEN, clear=["phone"]))["email"] == BEN
    ok(do(world, "delete_contact", contact_id=new))
    assert ids(do(world, "list_contacts")) == ["c1"]


# ---- the world outside


def test_a_letter_of_a_service_lands_in_the_inbox() -> None:
    world = world_of()
    id = world.ports.mail(Letter(sender="Rail@Bahn.example", sender_name="Bahn", subject="Ticket", body="Seat 4"))
    message = get(world, id)
    assert (message.folder, message.sender, message.read, message.to) == ("inbox", "rail@bahn.example", False, [ME])
    assert world.journal.entries[-1].actor == "service"  # type: ignore[union-attr]


def test_outside_operations_are_hidden_from_the_agent() -> None:
    world = world_of()
    assert code(do(world, "receive_message", sender=ANNA, subject="x", body="y")) == "not_found"


def test_an_answer_from_outside_joins_its_thread() -> None:
    world = world_of()
    sent = ok(send(world, subject="Angebot"))
    answer = ok(world.outside("email_receive_message", {"sender": ANNA, "subject": "AW: Angebot", "body": "Gern"}))
    stranger = ok(world.outside("email_receive_message", {"sender": CARL, "subject": "Re: Angebot", "body": "?"}))
    assert answer["thread_id"] == sent["id"]
    assert stranger["thread_id"] == stranger["id"]


def test_what_arrives_keeps_its_id_and_may_not_take_another() -> None:
    world = world_of(mail("m"))
    arguments = {"sender": ANNA, "subject": "", "body": "x", "message_id": "m"}
    assert code(world.outside("email_receive_message", {**arguments, "folder": "sent"})) == "invalid"
    assert code(world.outside("email_receive_message", arguments)) == "conflict"
    file = {"name": "a.pdf", "content": "Summe 12"}
    ok(
        world.outside(
            "email_receive_message", {**arguments, "message_id": "n", "attachments": [file], "to": [BEN], "cc": [ME]}
        )
    )
    assert (get(world, "n").attachments[0].kind, get(world, "n").to) == ("pdf", [BEN])


def test_mail_to_a_closed_address_comes_back() -> None:
    world = world_of()
    ok(world.outside("email_close_address", {"address": ANNA, "reason": "mailbox full"}))
    sent = ok(send(world, cc=[BEN]))["id"]
    assert get(world, sent).status == "sent"
    world.advance(world.clock.now + timedelta(minutes=5))
    assert (get(world, sent).status, get(world, sent).bounce_reason) == ("bounced", "mailbox full")
    (notice,) = ok(do(world, "list_messages"))["items"]
    assert (notice["thread_id"], notice["sender"]) == (sent, "mailer-daemon@lindqvist.example")
    ok(world.outside("email_reopen_address", {"address": ANNA}))
    again = ok(send(world))["id"]
    world.advance(world.clock.now + timedelta(minutes=5))
    assert get(world, again).status == "sent"


def test_a_scheduled_mail_to_a_closed_address_leaves_and_comes_back() -> None:
    world = world_of()
    id = ok(send(world, send_at="2026-03-03T09:00"))["id"]
    ok(world.outside("email_close_address", {"address": ANNA}))
    world.advance(at("2026-03-03T10:00"))
    assert get(world, id).status == "bounced"


def test_bounce_and_recall_need_the_right_message() -> None:
    world = world_of(mail("in", attachments=[{"name": "a.txt", "content": "x"}]))
    sent = ok(send(world))["id"]
    assert code(world.outside("email_bounce_message", {"message_id": "in"})) == "conflict"
    assert code(world.outside("email_recall_message", {"message_id": sent})) == "conflict"
    ok(world.outside("email_bounce_message", {"message_id": sent}))
    ok(world.outside("email_recall_message", {"message_id": "in", "notice": "Withdrawn."}))
    assert (get(world, sent).status, get(world, "in").status) == ("bounced", "recalled")
    assert (get(world, "in").body, get(world, "in").attachments) == ("Withdrawn.", [])


@pytest.mark.parametrize(
    ("subject", "topic"),
    [("Re: AW: Plan  B", "plan b"), ("回复：计划", "计划"), ("Review", "review"), ("Fwd: re: x", "x")],
)
def test_answers_share_the_topic(subject: str, topic: str) -> None:
    assert topic_of(subject) == topic


# ---- the background


def background(level: int = 1, **options: Any) -> tuple[World, list[Message]]:
    world = world_of()
    service = world.services["email"]
    rows = list(service.background(EmailBackground(**options), level, rng("background", 0)))
    for table in ("contacts", "messages"):
        world.table(f"email.{table}").load([record for key, record in rows if key == table])
    return world, [record for key, record in rows if key == "messages" and isinstance(record, Message)]


def test_the_background_is_a_lived_in_mailbox() -> None:
    world, messages = background()
    assert len(messages) == 120
    assert len(ok(do(world, "list_contacts"))["items"]) == 8
    assert all(message.sent_at is not None and message.sent_at < world.setting.start for message in messages)
    assert {message.folder for message in messages} >= {"inbox", "sent", "archive"}
    assert len({message.sender for message in messages}) > 20
    assert len({message.subject for message in messages}) > 60
    assert any(message.attachments for message in messages)


def test_the_background_is_linear_and_the_same_every_time() -> None:
    assert background()[1] == background()[1]
    assert [len(background(level)[1]) for level in (0, 3)] == [0, 360]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ja", "zh"])
def test_the_background_has_no_open_slots_and_asks_for_nothing(language: str) -> None:
    _, messages = background(3, languages=[language], currency="JPY")
    asking = re.compile(
        r"rsvp|please (reply|confirm|pay|sign|call)|overdue|unpaid|deadline|by (mon|tues|wednes|thurs|fri)day", re.I
    )
    for message in messages:
        assert not re.search(r"[{}]|\\n", message.subject + message.body)
        assert not asking.search(message.body)
        assert not message.important
    last = {message.thread_id: message for message in sorted(messages, key=lambda row: row.moment)}
    assert not [row.body for row in last.values() if row.body.rstrip().endswith(("?", "？"))]


def test_the_ids_of_the_background_do_not_tell_the_order() -> None:
    ordered = [message.id for message in sorted(background()[1], key=lambda row: row.moment)]
    assert ordered != sorted(ordered)
    assert all(re.fullmatch(r"MSG-[2-9A-Z]{6}", id) for id in ordered)


def test_every_operation_is_declared_with_its_effect() -> None:
    effects = [operation.effect for operation in Email.operations.values()]
    assert (effects.count("read"), effects.count("outside")) == (14, 5)
    assert len(effects) - effects.count("outside") >= 26
