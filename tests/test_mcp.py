"""A world over the Model Context Protocol, as the official client sees it: in memory, over stdio and over HTTP."""

import asyncio
import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.bundle.copies import change, copy_of_tiny
from vibelife_inspect.catalog import load_task
from vibelife_inspect.cli import main
from vibelife_inspect.episode import Episode, Options, Turn, judge_record, run_record
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import run_episode
from vibelife_inspect.tools.mcp_server import _V2, PAGE, Life, make_server

TINY = str(Path(__file__).parent / "data" / "tasks" / "fitness" / "morning_run")
SERVE = [sys.executable, "-m", "vibelife_inspect", "serve"]
MODES = ["legacy", "auto"] if _V2 else ["legacy"]
"""With a handshake and a session, or as 2.x would rather have it: each request for itself."""

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:mcp.*")


class Guest:
    """The official client, in the words of the protocol, whichever version it has."""

    def __init__(self, client: Any) -> None:
        self.client = client

    async def page(self, cursor: str | None = None) -> dict[str, Any]:
        return dict((await self.client.list_tools(cursor=cursor)).model_dump(by_alias=True, exclude_none=True))

    async def names(self) -> list[str]:
        return [tool["name"] for tool in (await self.page())["tools"]]

    async def answer(self, name: str, arguments: dict[str, Any] | None = None) -> tuple[Any, bool]:
        """What a tool said, and whether that was an error."""
        told = (await self.client.call_tool(name, arguments)).model_dump(by_alias=True)
        [content] = told["content"]
        assert json.loads(content["text"]) == told["structuredContent"]
        return told["structuredContent"], told["isError"]

    async def call(self, name: str, **arguments: Any) -> Any:
        value, failed = await self.answer(name, arguments)
        assert not failed, value
        return value


@asynccontextmanager
async def meet(place: Any, mode: str = MODES[-1]) -> AsyncIterator[Guest]:
    """Connect to a server in memory, to a transport, or to a URL."""
    async with AsyncExitStack() as stack:
        if _V2:
            client = await stack.enter_async_context(import_module("mcp").Client(place, mode=mode))
        elif isinstance(place, str) or hasattr(place, "__aenter__"):
            if isinstance(place, str):
                place = import_module("mcp.client.streamable_http").streamablehttp_client(place)
            streams = await stack.enter_async_context(place)
            client = await stack.enter_async_context(ClientSession(*streams[:2]))
            await client.initialize()
        else:
            connect = import_module("mcp.shared.memory").create_connected_server_and_client_session
            client = await stack.enter_async_context(connect(place))
        yield Guest(client)


@asynccontextmanager
async def at_home(*arguments: str, log: Path) -> AsyncIterator[Guest]:
    """Start a server as assistants do, and talk to it over stdio."""
    command = StdioServerParameters(command=SERVE[0], args=[*SERVE[1:], *arguments])
    with log.open("w", encoding="utf-8") as stderr:
        async with meet(stdio_client(command, errlog=stderr)) as guest:
            yield guest
    assert "Traceback" not in log.read_text(encoding="utf-8")


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A server in a process; what it wrote and how it ended stands in it afterwards."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*SERVE, *arguments], text=True, encoding="utf-8", **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


def live(place: Any, story: Callable[[Guest], Awaitable[None]], mode: str = MODES[-1]) -> None:
    """Let a client that meets a server live through a story."""

    async def go() -> None:
        async with meet(place, mode) as guest:
            await story(guest)

    asyncio.run(go())


def life(task: str = TINY, **options: Any) -> Life:
    return Life(Episode(load_task(task), Options()), **options)


@pytest.fixture(scope="session")
def big(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A task with more tools than two pages hold."""
    path = copy_of_tiny(tmp_path_factory.mktemp("big"))
    change(path, "task.yaml", "services: [workspace]", "services: [workspace, email, notes, calendar, banking, maps]")
    return str(path)


# ---- tools


@pytest.mark.parametrize("mode", MODES)
def test_every_tool_is_reached_in_pages(big: str, mode: str) -> None:
    served = life(big)

    async def story(guest: Guest) -> None:
        pages = [await guest.page()]
        while cursor := pages[-1].get("nextCursor"):
            pages.append(await guest.page(cursor))
        tools = [tool for page in pages for tool in page["tools"]]
        operations = served.episode.world.agent_operations()
        assert len(operations) > 2 * PAGE
        assert [tool["name"] for tool in tools[2:]] == [operation.name for operation in operations]
        assert [len(page["tools"]) for page in pages[:-1]] == [PAGE] * (len(pages) - 1)
        for tool, operation in zip(tools[2:], operations, strict=True):
            assert tool["inputSchema"] == operation.schema
            assert tool["description"] == operation.description
            hints = tool["annotations"]
            assert hints["readOnlyHint"] == hints["idempotentHint"] == (operation.effect == "read")
            assert hints["destructiveHint"] == (operation.effect == "commit")

    live(make_server(served), story, mode)


@pytest.mark.parametrize("cursor", ["", "x", "MA==", "MQ==", "NTA=x", "OTk5OTk=", "LTUw", "ü"])
def test_an_invented_cursor_is_refused(big: str, cursor: str) -> None:
    async def story(guest: Guest) -> None:
        with pytest.raises(Exception, match="there is no such cursor") as refused:
            await guest.page(cursor)
        assert refused.value.error.code == -32602  # type: ignore[attr-defined]

    live(make_server(life(big)), story)


LETTER = {"to": ["yuki@kawa.example"], "subject": "Hello", "body": "x", "idempotency_key": "1"}
CALLS: list[tuple[str, dict[str, Any] | None, str | None]] = [
    ("email_list_messages", {"limit": 3}, None),
    ("email_list_messages", None, None),
    ("notes_create_page", {"title": "旅 – 計画 🗾", "body": "a\nb\u2028c"}, None),
    ("email_send_message", LETTER, None),
    ("email_send_message", LETTER, None),
    ("email_send_message", {**LETTER, "subject": "Bye"}, "conflict"),
    ("email_get_message", {"message_id": "nope"}, "not_found"),
    ("email_list_messages", {"limit": "3"}, "invalid"),
    ("email_list_messages", {"limt": 3}, "invalid"),
    ("notes_create_page", {"title": " "}, "invalid"),
    ("notes_create_page", {}, "invalid"),
    ("email_list_mesages", {}, "not_found"),
    ("email_receive_message", {}, "not_found"),
    ("timeline_begin", {}, "not_found"),
]


@pytest.mark.parametrize("mode", MODES)
def test_results_and_errors_are_those_of_the_world(big: str, mode: str) -> None:
    served, twin = life(big), life(big)

    async def story(guest: Guest) -> None:
        for name, arguments, code in CALLS:
            outcome = twin.episode.world.call(name, arguments or {})
            value, failed = await guest.answer(name, arguments)
            assert value == (outcome.error or outcome.result)
            assert failed == (code is not None)
            assert value["error"]["code"] == code if failed else "error" not in value
        assert (await guest.answer("email_list_messages", {"limt": 3}))[0]["error"]["message"] == (
            "limt: unknown argument; did you mean 'limit'?"
        )
        twin.episode.world.call("email_list_messages", {"limt": 3})

    live(make_server(served), story, mode)
    assert run_record(served.episode) == run_record(twin.episode)


def test_a_world_alone_stands_still() -> None:
    served = life(timeline=False)

    async def story(guest: Guest) -> None:
        assert not [name for name in await guest.names() if name.startswith("timeline_")]
        assert (await guest.call("assistant_current_time"))["now"] == "2026-03-02T07:30:00+01:00"
        assert (await guest.answer("timeline_next"))[0]["error"]["code"] == "not_found"

    live(make_server(served), story)


# ---- the timeline


def test_a_turn_is_ended_once_per_key() -> None:
    async def story(guest: Guest) -> None:
        before = await guest.call("timeline_status")
        assert before["turn_open"] and before["prompt"].startswith("[Mon 2026-03-02 07:30 | message from Mara")
        after = await guest.call("timeline_next", reply="Yes.", idempotency_key="k")
        assert after == await guest.call("timeline_next", reply="Yes.", idempotency_key="k")
        assert after == await guest.call("timeline_status") != before
        other, failed = await guest.answer("timeline_next", {"reply": "No.", "idempotency_key": "k"})
        assert failed and other["error"]["code"] == "conflict"
        wrong, failed = await guest.answer("timeline_next", {"replay": "Yes."})
        assert failed and wrong["error"]["message"] == "replay: unknown argument; did you mean 'reply'?"
        assert after == await guest.call("timeline_status")

    live(make_server(life()), story)


def test_what_is_done_after_the_end_counts_no_more(tmp_path: Path) -> None:
    served = life(score=True, record=tmp_path / "run.json")

    async def story(guest: Guest) -> None:
        while (told := await guest.call("timeline_next"))["turn_open"]:
            pass
        record = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
        assert record["complete"]
        await guest.call("workspace_write_file", path="runs.md", content="late")
        late, failed = await guest.answer("timeline_next")
        assert failed and late["error"]["message"] == "no turn is open: the story is over"
        assert await guest.call("timeline_status") == told
        served.save()
        assert json.loads((tmp_path / "run.json").read_text(encoding="utf-8")) == record

    live(make_server(served), story)
    assert [file.name for file in tmp_path.iterdir()] == ["run.json"]


def test_the_reference_lives_a_whole_life_over_stdio_and_another_life_does_not_see_it(tmp_path: Path) -> None:
    bundle = load_task(TINY)
    twin = Episode(bundle, Options())
    arguments = [TINY, "--score", "--record", str(tmp_path / "run.json")]

    async def go() -> dict[str, Any]:
        async with at_home(*arguments, log=tmp_path / "one") as one, at_home(TINY, log=tmp_path / "two") as two:
            still = await two.call("timeline_status")
            told = await beside(twin, one)
            assert (await one.call("workspace_read_file", path="runs.md"))["content"]
            assert (await two.answer("workspace_read_file", {"path": "runs.md"}))[0]["error"]["code"] == "not_found"
            assert await two.call("timeline_status") == still
        return told

    told = asyncio.run(go())
    assert (told["turn_open"], told["prompt"]) == (False, None)
    assert told["score"] == 100.0
    assert told["tiers"] == judge_record(bundle, run_record(twin)).score.tiers
    assert [verdict["id"] for verdict in told["verdicts"]] == [check.id for check in bundle.checks]
    record = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    replayed = Episode(bundle, Options())
    run_episode(replayed, make_policy("oracle", bundle))
    assert record == as_json(run_record(twin)) == as_json(run_record(replayed))
    assert judge_record(bundle, record).score.total == 100.0


async def beside(twin: Episode, guest: Guest) -> dict[str, Any]:
    """Play the reference in an episode here and in a server's, which must never differ; what is told at the end."""
    policy = make_policy("oracle", twin.bundle)
    told: dict[str, Any] = await guest.call("timeline_status")
    for turn in twin.steps():
        if not isinstance(turn, Turn):
            continue
        assert told == {"now": turn.at.isoformat(), "turn_open": True, "prompt": turn.prompt}
        moves = policy.play(turn, twin.world)
        try:
            ask = next(moves)
            while True:
                outcome = twin.world.call(ask.operation, ask.arguments)
                value = await guest.answer(ask.operation, ask.arguments)
                assert value == (outcome.error or outcome.result, not outcome.ok)
                ask = moves.send(outcome)
        except StopIteration as stop:
            turn.reply = stop.value or ""
        told = await guest.call("timeline_next", reply=turn.reply)
    return told


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_nothing_tells_the_checks_unless_it_was_asked_for() -> None:
    async def story(guest: Guest) -> None:
        told = [await guest.call("timeline_status")]
        while told[-1]["turn_open"]:
            told.append(await guest.call("timeline_next"))
        *turns, last = told
        assert {frozenset(turn) for turn in turns} == {frozenset({"now", "turn_open", "prompt"})}
        assert set(last) == {"now", "turn_open", "prompt", "message"}
        said = json.dumps([*told, await guest.page()])
        bundle = load_task(TINY)
        assert not [check.id for check in bundle.checks if check.id in said]
        assert not [event.id for _, event in bundle.events() if event.id in said]

    live(make_server(life()), story)


# ---- HTTP


def test_http_serves_one_life_on_this_machine_alone(tmp_path: Path) -> None:
    record = tmp_path / "run.json"

    async def first(guest: Guest) -> None:
        assert "timeline_next" in await guest.names()
        await guest.call("workspace_write_file", path="mine.md", content="mine")
        await guest.call("timeline_next", reply="Done.")
        assert (await guest.answer("workspace_read_file", {"pth": "x"}))[1]

    async def again(guest: Guest) -> None:
        assert (await guest.call("timeline_status"))["now"] == "2026-03-04T08:00:00+01:00"
        assert (await guest.call("workspace_read_file", path="mine.md"))["content"] == "mine"

    with started(TINY, "--http", "0", "--json", "--record", str(record)) as process:
        assert process.stdout is not None
        url = json.loads("".join(process.stdout.readline() for _ in range(5)))["url"]
        assert url.startswith("http://127.0.0.1:") and url.endswith("/mcp")
        live(url, first)
        live(url, again, "legacy")
        assert status(url, {}) != 421
        assert status(url, {"Host": "life.example"}) == 421
        assert status(url, {"Origin": "https://life.example"}) in (400, 403)
        assert status(url.replace("/mcp", "/"), {}) == 404
        assert run_main("serve", TINY, "--http", url.split(":")[2].split("/")[0]) == 2, "the port is taken"
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "interrupted" and "Traceback" not in err
    written = json.loads(record.read_text(encoding="utf-8"))
    assert (written["turns"], written["complete"]) == (2, False)


def status(url: str, headers: dict[str, str]) -> int:
    """The status with which a server answers a request that a browser might send."""
    place, _, path = url.removeprefix("http://").partition("/")
    connection = http.client.HTTPConnection(place, timeout=10)
    accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    connection.request("POST", f"/{path}", body="{}", headers=accepted | headers)
    answer = connection.getresponse().status
    connection.close()
    return answer


# ---- the ends


HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}},
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
WRITE = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/call",
    "params": {"name": "workspace_write_file", "arguments": {"path": "a.md", "content": "x"}},
}


@pytest.mark.parametrize("end", ["interrupt", "gone"])
def test_a_server_ends_in_order(tmp_path: Path, end: str) -> None:
    record = tmp_path / "run.json"
    with started(TINY, "--record", str(record)) as process:
        assert process.stdin is not None and process.stdout is not None
        garbage = ["no json", '{"jsonrpc": "2.0", "id": "\\ud800"}', "", "[]"]
        for line in (*garbage, json.dumps(HELLO), json.dumps(READY), *garbage, json.dumps(WRITE)):
            process.stdin.write(line + "\n")
        process.stdin.flush()
        answers = iter(process.stdout.readline, "")
        assert any(json.loads(line).get("id") == 2 for line in answers), "the call was not answered"
        if end == "interrupt":
            process.send_signal(signal.SIGINT)
        else:
            process.stdout.close()
            process.stdin.write(json.dumps(WRITE) + "\n")
            process.stdin.flush()
        assert process.wait(timeout=20) == (130 if end == "interrupt" else 0)
        assert process.stderr is not None and "Traceback" not in process.stderr.read()
    entries = json.loads(record.read_text(encoding="utf-8"))["entries"]
    calls = [entry["call"] for entry in entries if "call" in entry]
    assert calls == ["workspace_write_file"] * (1 if end == "interrupt" else 2)


def test_the_end_of_stdin_ends_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    terminate, stdin = signal.getsignal(signal.SIGTERM), os.dup(0)
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    try:
        assert run_main("serve", TINY) == 0
    finally:
        os.dup2(stdin, 0)
        os.close(stdin)
    assert capsys.readouterr() == ("", "serving morning_run (variant 0) on stdio; the end of stdin or Ctrl-C ends it\n")
    assert signal.getsignal(signal.SIGTERM) == terminate


def run_main(*arguments: str) -> int:
    try:
        return main(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)


WRONG = [
    (["japan_tripp"], "did you mean 'japan_trip'?"),
    ([TINY, "--variant", "-1"], "variants count from 0"),
    ([TINY, "--background", "-1"], "background must be a whole number"),
    ([TINY, "--no-timeline", "--score"], "with --no-timeline it does not go on"),
    ([TINY, "--http", "65536"], "a port is a whole number from 0 to 65535, not 65536"),
    ([TINY, "--http", "x"], "invalid int value: 'x'"),
    ([TINY, "--record", "/no/such/folder/run.json"], "No such file or directory"),
    ([TINY, "--record", os.devnull], "it is no file"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG, ids=lambda value: str(value)[-40:])
def test_a_wrong_call_is_told_before_anything_is_served(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert run_main("serve", *arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in " ".join(err.split())
    assert "serving" not in err


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delitem(sys.modules, "vibelife_inspect.tools.mcp_server")
    for name in [name for name in sys.modules if name.partition(".")[0] == "mcp"]:
        monkeypatch.setitem(sys.modules, name, None)
    assert run_main("serve", TINY) == 2
    assert "mcp" in (err := capsys.readouterr().err)
    assert "pip install 'vibelife-inspect[mcp]'" in err
