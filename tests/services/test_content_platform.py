"""content_platform: reading, reacting, the persona's own posts, and what authors and time do."""

from typing import Any

import pytest

from tests.worlds import at, code, make_world, ok, setting
from vibelife_inspect.ids import rng
from vibelife_inspect.services.content_platform import ContentPlatform
from vibelife_inspect.services.content_platform.background import ContentBackground
from vibelife_inspect.world import Mark, World

SEEDS: dict[str, list[dict[str, Any]]] = {
    "authors": [
        {"id": "A-REN", "name": "Ren Haldorsen", "handle": "ren", "verified": True, "followers_base": 900},
        {"id": "A-MIO", "name": "澪の台所", "handle": "mio", "bio": "Small kitchen"},
    ],
    "posts": [
        {"id": "P-TILE", "author_id": "A-REN", "title": "Bathroom tiles, honestly", "body": "We grouted for days.",
         "category": "home", "tags": ["Tiles", "#DIY"], "published_at": "2026-02-28T08:00", "likes_base": 10,
         "saves_base": 5, "comments_base": 3},
        {"id": "P-SOUP", "author_id": "A-MIO", "title": "味噌汁の基本", "body": "出汁と味噌", "category": "food",
         "tags": ["soup"], "published_at": "2026-03-01T08:00", "likes_base": 40, "saves_base": 1},
        {"id": "P-PAN", "author_id": "A-MIO", "title": "My favourite pan", "category": "food", "tags": ["soup", "pan"],
         "published_at": "2026-01-10T08:00", "sponsored": True, "sponsor": "Osterfeld Tools"},
        {"id": "P-SHUT", "author_id": "A-REN", "title": "No talk", "published_at": "2026-02-01T08:00",
         "comments_open": False},
        {"id": "P-SOON", "author_id": "A-REN", "title": "Grout, part two", "category": "home", "tags": ["tiles"],
         "published_at": "2026-03-04T09:00", "status": "scheduled"},
        {"id": "P-GONE", "author_id": "A-MIO", "title": "Old opinion", "published_at": "2026-01-01T08:00",
         "status": "withdrawn"},
        {"id": "P-MINE", "title": "Spring on my balcony", "body": "Seeds.", "published_at": "2026-02-20T10:00"},
    ],
    "comments": [
        {"id": "C-1", "post_id": "P-TILE", "author_id": "A-MIO", "body": "Which grout?",
         "created_at": "2026-02-28T09:00"},
        {"id": "C-2", "post_id": "P-TILE", "author_id": "A-MIO", "body": "Nice", "created_at": "2026-02-28T10:00"},
        {"id": "C-3", "post_id": "P-TILE", "author_id": "A-REN", "body": "The grey one", "reply_to": "C-1",
         "created_at": "2026-03-01T10:00"},
        {"id": "C-4", "post_id": "P-TILE", "author_id": "A-MIO", "body": "Later", "created_at": "2026-03-20T10:00"},
    ],
    "topics": [{"id": "T-TILES", "tag": "tiles", "about": "Walls and floors", "posts_base": 100}],
}  # fmt: skip


class Site:
    """A world with the seeds, and short calls."""

    def __init__(self, *services: str) -> None:
        seeds = {f"content_platform.{table}": rows for table, rows in SEEDS.items()}
        self.world: World = make_world("content_platform", *services, seeds=seeds)

    def ok(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.world.call(f"content_platform_{name}", arguments))

    def code(self, name: str, /, **arguments: Any) -> str:
        before = self.world.digest()
        answer = code(self.world.call(f"content_platform_{name}", arguments))
        assert self.world.digest() == before
        return answer

    def out(self, name: str, /, **arguments: Any) -> Any:
        return ok(self.world.outside(f"content_platform_{name}", arguments))

    def notices(self) -> list[str]:
        return [entry.data["title"] for entry in self.world.journal.entries
                if isinstance(entry, Mark) and entry.ref == "notice"]  # fmt: skip


def ids(result: Any, key: str = "post_id") -> list[str]:
    return [item[key] for item in result["items"]]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"query": "GROUTED tiles"}, ["P-TILE"]),
        ({"query": "味噌"}, ["P-SOUP"]),
        ({"query": "ren haldorsen"}, ["P-TILE", "P-SHUT"]),
        ({"category": "food"}, ["P-SOUP", "P-PAN"]),
        ({"tag": "#TILES"}, ["P-TILE"]),
        ({"author_id": "A-MIO", "sponsored": False}, ["P-SOUP"]),
        ({"sponsored": True}, ["P-PAN"]),
        ({"published_since": "2026-02-28", "sort": "latest"}, ["P-SOUP", "P-TILE"]),
        ({"published_since": "2026-02-28", "sort": "most_saved"}, ["P-TILE", "P-SOUP"]),
        ({"published_since": "0001-01-01", "sort": "latest", "limit": 2, "cursor": "P-TILE"}, ["P-MINE", "P-SHUT"]),
        ({"query": "part two"}, []),
        ({"query": "opinion"}, []),
    ],
)
def test_search_finds_what_is_published(arguments: dict[str, Any], expected: list[str]) -> None:
    assert ids(Site().ok("search_posts", **arguments)) == expected


def test_the_hot_score_is_the_documented_integer() -> None:
    rows = Site().ok("list_trending", days=7)["items"]
    assert [(row["post_id"], row["score"]) for row in rows] == [
        ("P-SOUP", 1000 * (40 + 3) // (24 + 12)),
        ("P-TILE", 1000 * (10 + 15) // (48 + 12)),
    ]


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("search_posts", {}, "invalid"),
        ("search_posts", {"author_id": "nobody"}, "not_found"),
        ("get_post", {"post_id": "P-SOON"}, "not_found"),
        ("get_post", {"post_id": "P-GONE"}, "not_found"),
        ("list_posts", {"author_id": "A-REN", "status": "draft"}, "refused"),
        ("set_like", {"post_id": "P-GONE"}, "not_found"),
        ("set_follow", {"author_id": "me"}, "invalid"),
        ("set_follow", {"author_id": "A-REN", "followed": False, "notifications": True}, "invalid"),
        ("remove_bookmark", {"post_id": "P-TILE"}, "not_found"),
        ("post_comment", {"post_id": "P-SHUT", "body": "Hello"}, "conflict"),
        ("post_comment", {"post_id": "P-SOUP", "body": "Hello", "reply_to": "C-1"}, "invalid"),
        ("post_comment", {"post_id": "P-TILE", "body": "Hello", "reply_to": "C-4"}, "not_found"),
        ("edit_comment", {"comment_id": "C-1", "body": "Mine now"}, "refused"),
        ("delete_comment", {"comment_id": "C-1"}, "refused"),
        ("report_post", {"post_id": "P-PAN", "reason": "other"}, "invalid"),
        ("report_post", {"post_id": "P-MINE", "reason": "spam"}, "invalid"),
        ("save_draft", {"title": "Only a title"}, "invalid"),
        ("save_draft", {"post_id": "P-MINE", "title": "New"}, "conflict"),
        ("save_draft", {"post_id": "P-SOON", "title": "New"}, "refused"),
        ("publish_draft", {"post_id": "P-SOON"}, "refused"),
        ("take_down_post", {"post_id": "P-TILE"}, "refused"),
    ],
)
def test_wrong_calls_change_nothing(name: str, arguments: dict[str, Any], expected: str) -> None:
    assert Site().code(name, **arguments) == expected


def test_counts_are_the_base_and_the_rows() -> None:
    site = Site()
    for _ in range(2):
        site.ok("set_like", post_id="P-TILE")
        site.ok("save_bookmark", post_id="P-TILE")
    site.ok("post_comment", post_id="P-TILE", body="Thanks")
    site.ok("set_follow", author_id="A-REN")
    post = site.ok("get_post", post_id="P-TILE")
    assert [post[name] for name in ("likes", "saves", "comments")] == [11, 6, 3 + 3 + 1]
    assert post["author_profile"]["followers"] == 901
    site.ok("set_like", post_id="P-TILE", liked=False)
    site.ok("remove_bookmark", post_id="P-TILE")
    site.ok("set_follow", author_id="A-REN", followed=False)
    post = site.ok("get_post", post_id="P-TILE")
    assert [post[name] for name in ("likes", "saves", "liked")] == [10, 5, False]
    assert site.ok("get_author", author_id="A-REN")["followers"] == 900
    site.out("add_reactions", post_id="P-TILE", likes=7)
    assert site.ok("get_post", post_id="P-TILE")["likes"] == 17


def test_comments_stand_in_threads() -> None:
    site = Site()
    mine = site.ok("post_comment", post_id="P-TILE", body="And the price?", reply_to="C-3")["comment_id"]
    assert ids(site.ok("list_comments", post_id="P-TILE"), "comment_id") == ["C-1", "C-3", mine, "C-2"]
    edited = site.ok("edit_comment", comment_id=mine, body="And the price, please?")
    assert edited["edited_at"] is not None
    site.ok("delete_comment", comment_id=mine)
    assert site.ok("list_comments", post_id="P-TILE")["total"] == 3
    assert site.code("edit_comment", comment_id=mine, body="Again") == "conflict"
    site.world.advance(at("2026-03-21T08:00"))
    assert site.ok("list_comments", post_id="P-TILE")["total"] == 4


def test_a_reply_rings_only_where_it_was_asked_for() -> None:
    site = Site()
    asked = site.ok("post_comment", post_id="P-TILE", body="Which shop?", notify_replies=True)["comment_id"]
    silent = site.ok("post_comment", post_id="P-TILE", body="Lovely")["comment_id"]
    reply = site.out("reply_comment", comment_id=asked, author_id="A-REN", body="The one by the canal")
    site.out("reply_comment", comment_id=silent, author_id="A-REN", body="Thanks")
    assert [ring.ref for ring in site.world.take_rings()] == [asked]
    assert site.notices() == ["Ren Haldorsen answered a comment"]
    assert reply["reply_to"] == asked


def test_bookmarks_live_in_collections() -> None:
    site = Site()
    site.ok("save_bookmark", post_id="P-TILE", collection="Flat", note="grout")
    site.ok("save_bookmark", post_id="P-SOUP", collection="Kitchen")
    moved = site.ok("save_bookmark", post_id="P-TILE", collection="Kitchen")
    assert (moved["collection"], moved["note"]) == ("Kitchen", "grout")
    listed = site.ok("list_bookmarks", collection="Kitchen")
    assert ids(listed) == ["P-SOUP", "P-TILE"]
    assert listed["collections"] == [{"collection": "Kitchen", "posts": 2}]
    site.out("withdraw_post", post_id="P-TILE")
    assert [row["status"] for row in site.ok("list_bookmarks")["items"]] == ["published", "withdrawn"]


def test_followers_hear_of_posts_where_they_asked() -> None:
    site = Site()
    site.ok("set_follow", author_id="A-REN", notifications=True)
    site.ok("set_follow", author_id="A-MIO")
    site.out("publish_post", author_id="A-MIO", title="Stock", body="Bones")
    site.world.advance(at("2026-03-04T10:00"))
    assert site.notices() == ["Ren Haldorsen: Grout, part two"]
    assert ids(site.ok("list_feed"))[:2] == ["P-SOON", ids(site.ok("search_posts", query="Stock"))[0]]
    assert ids(site.ok("list_authors", followed=True), "author_id") == ["A-REN", "A-MIO"]
    assert site.world.take_rings() == []


def test_a_notice_lands_in_the_hub() -> None:
    site = Site("notification_hub")
    site.ok("set_follow", author_id="A-REN", notifications=True)
    site.world.advance(at("2026-03-04T10:00"))
    listed = ok(site.world.call("notification_hub_list_notifications", {}))
    assert [item["ref"] for item in listed["items"]] == ["P-SOON"]


def test_topics_count_posts() -> None:
    site = Site()
    assert site.ok("search_topics", query="floors")["items"] == [
        {"tag": "tiles", "about": "Walls and floors", "posts": 101}
    ]
    assert site.ok("search_topics", query="soup")["items"] == [{"tag": "soup", "about": "", "posts": 2}]
    assert ids(site.ok("list_feed", topic="Soup")) == ["P-SOUP", "P-PAN"]


def test_a_draft_becomes_a_post_at_its_time() -> None:
    site = Site()
    draft = site.ok("save_draft", title="Herbs", body="Basil", tags=["Herbs", "herbs"], sponsor="Lindmoor")
    id = draft["post_id"]
    assert (draft["status"], draft["tags"], draft["sponsored"]) == ("draft", ["herbs"], True)
    assert site.code("set_like", post_id=id) == "conflict"
    assert site.ok("save_draft", post_id=id, sponsored=False)["sponsor"] == ""
    site.ok("publish_draft", post_id=id, publish_at="2026-03-05T09:00")
    site.ok("save_draft", post_id=id, body="Basil and dill")
    assert ids(site.ok("list_posts", status="scheduled")) == [id]
    assert site.code("publish_draft", post_id=id, publish_at="2026-03-01T09:00") == "invalid"
    assert site.code("publish_draft", post_id=id, publish_at="9999-12-31T23:59:59-12:00") == "invalid"
    site.world.advance(at("2026-03-05T09:00"))
    post = site.ok("get_post", post_id=id)
    assert (post["status"], post["body"], post["published_at"][:16]) == (
        "published", "Basil and dill", "2026-03-05T09:00")  # fmt: skip
    assert ids(site.ok("list_posts")) == [id, "P-MINE"]
    site.ok("take_down_post", post_id=id)
    assert site.ok("get_post", post_id=id)["status"] == "withdrawn"
    assert site.code("take_down_post", post_id=id) == "conflict"
    assert site.ok("get_author")["posts"] == 1


def test_a_scheduled_post_can_be_stopped_or_hurried() -> None:
    site = Site()
    one, two = (site.ok("save_draft", title=title, body="B")["post_id"] for title in ("One", "Two"))
    for id in (one, two):
        site.ok("publish_draft", post_id=id, publish_at="2026-03-05T09:00")
    site.ok("take_down_post", post_id=one)
    site.ok("publish_draft", post_id=two)
    site.world.advance(at("2026-03-06T09:00"))
    assert [site.ok("get_post", post_id=id)["status"] for id in (one, two)] == ["withdrawn", "published"]


def test_a_report_is_made_once() -> None:
    site = Site()
    assert site.ok("report_post", post_id="P-PAN", reason="undisclosed_ad")["post_id"] == "P-PAN"
    assert site.code("report_post", post_id="P-PAN", reason="spam") == "conflict"
    assert site.ok("get_post", post_id="P-PAN")["reported"] is True


def test_a_repeated_comment_with_a_key_is_posted_once() -> None:
    site = Site()
    for _ in range(2):
        site.ok("post_comment", post_id="P-SOUP", body="Thanks", idempotency_key="k")
    assert site.ok("list_comments", post_id="P-SOUP")["total"] == 1


def test_authors_change_disclose_and_vanish() -> None:
    site = Site()
    site.out("edit_post", post_id="P-TILE", body="We grouted for weeks.")
    site.out("disclose_sponsorship", post_id="P-TILE", sponsor="Pinepath")
    post = site.ok("get_post", post_id="P-TILE")
    assert (post["edited"], post["sponsored"], post["sponsor"]) == (True, True, "Pinepath")
    assert ids(site.ok("search_posts", query="weeks")) == ["P-TILE"]
    site.out("suspend_author", author_id="A-REN")
    site.world.advance(at("2026-03-10T08:00"))
    assert site.ok("get_author", author_id="A-REN")["posts"] == 0
    assert site.code("set_follow", author_id="A-REN") == "conflict"
    assert code(site.world.outside("content_platform_suspend_author", {"author_id": "A-REN"})) == "conflict"


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("publish_post", {"author_id": "me", "title": "A", "body": "B"}, "invalid"),
        (
            "publish_post",
            {"author_id": "A-REN", "title": "A", "body": "B", "publish_at": "2020-01-01T00:00"},
            "invalid",
        ),
        ("edit_post", {"post_id": "P-MINE", "body": "B"}, "invalid"),
        ("withdraw_post", {"post_id": "P-GONE"}, "conflict"),
        ("reply_comment", {"comment_id": "C-1", "author_id": "me", "body": "B"}, "invalid"),
        ("comment_post", {"post_id": "P-SHUT", "author_id": "A-MIO", "body": "B"}, "conflict"),
    ],
)
def test_the_outside_keeps_the_rules_too(name: str, arguments: dict[str, Any], expected: str) -> None:
    assert code(Site().world.outside(f"content_platform_{name}", arguments)) == expected


def test_a_comment_on_an_own_post_is_told_to_nobody_by_itself() -> None:
    site = Site()
    site.out("comment_post", post_id="P-MINE", author_id="A-MIO", body="Pretty")
    assert site.notices() == []
    assert site.ok("get_post", post_id="P-MINE")["comments"] == 1


def generated(level: int = 1, **options: Any) -> list[tuple[str, Any]]:
    world = make_world("content_platform")
    service = world.services["content_platform"]
    assert isinstance(service, ContentPlatform)
    return list(service.background(ContentBackground(**options), level, rng("t")))


def test_the_background_is_a_busy_site_that_asks_for_nothing() -> None:
    rows = generated()
    posts = [row for table, row in rows if table == "posts"]
    authors = {row.id: row for table, row in rows if table == "authors"}
    assert len(posts) == 260
    assert len({author.name for author in authors.values()}) == len(authors) == 36
    assert all(post.author_id in authors for post in posts)
    assert {post.status for post in posts} == {"published", "scheduled"}
    assert all((post.published_at > setting().start) == (post.status == "scheduled") for post in posts)
    assert not any(row.notifications for table, row in rows if table == "follows")
    assert {row.category for table, row in generated(categories=("pets",)) if table == "posts"} == {"pets"}
    assert generated(0) == []
