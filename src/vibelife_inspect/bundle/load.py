"""From a folder to a validated, frozen bundle; all faults of a folder come in one error, each with file and line."""

import hashlib
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from vibelife_inspect.bundle.bundle import Bundle, SeedRows
from vibelife_inspect.bundle.helpers import frame_helpers, seed_helper
from vibelife_inspect.bundle.load_sessions import load_sessions, session_files
from vibelife_inspect.bundle.names import lint_names
from vibelife_inspect.bundle.problems import Source
from vibelife_inspect.bundle.render import RenderError, render, render_text
from vibelife_inspect.bundle.schema import Draw, ReferenceFile, TaskFile, TimelineFile
from vibelife_inspect.bundle.story import Story
from vibelife_inspect.bundle.variant import draw
from vibelife_inspect.checks import Check
from vibelife_inspect.clock import in_zone
from vibelife_inspect.errors import BundleError, Problem, UsageError, nearest
from vibelife_inspect.money import Rates
from vibelife_inspect.services import service_class, service_names
from vibelife_inspect.services.workspace import File
from vibelife_inspect.world import Background, Service, Setting

ALWAYS = ("assistant", "workspace")
"""Services that every task has."""


def load_bundle(path: Path, variant: int = 0) -> Bundle:
    """Load one variant of the task in a folder.

    Raises:
        UsageError: The folder is no bundle, or the variant is negative.
        BundleError: The bundle is faulty; lists every fault that was found.
    """
    if not (path / "task.yaml").is_file():
        raise UsageError(f"{path} is no task bundle: it has no task.yaml")
    if variant < 0:
        raise UsageError(f"variant {variant} does not exist; variants count from 0")
    return _Loader(path, variant).load()


def bundle_digest(path: Path) -> str:
    """A hash over the names and contents of all files of a bundle."""
    hasher = hashlib.blake2b(digest_size=16)
    for file in bundle_files(path):
        hasher.update(f"{file.relative_to(path).as_posix()}\x00".encode())
        hasher.update(hashlib.blake2b(file.read_bytes(), digest_size=16).digest())
    return hasher.hexdigest()


def bundle_files(path: Path) -> list[Path]:
    """The files of a bundle, in a fixed order, without hidden ones."""
    files = [file for file in path.rglob("*") if file.is_file()]
    return sorted(
        (file for file in files if not any(part.startswith(".") for part in file.relative_to(path).parts)),
        key=lambda file: file.relative_to(path).as_posix(),
    )


class _Loader:
    """The steps of one load; each needs the ones before it."""

    def __init__(self, path: Path, variant: int) -> None:
        self.path, self.variant = path, variant
        self.problems: list[Problem] = []

    def load(self) -> Bundle:
        task, context = self._task()
        home = ZoneInfo(task.home)
        setting = Setting(
            persona=task.persona,
            home=home,
            start=in_zone(task.start, home),
            end=in_zone(task.end, home),
            seed=f"{task.id}:{self.variant}",
            rates=task.rates,
        )
        services = self._services(task)
        seeds, backgrounds = self._seeds(services, context, home)
        seeds["workspace.files"] = self._files(context, setting)
        context = {**context, "seed": seed_helper(seeds)}
        story = self._story(context, home)
        seeds["assistant.rules"] = [*seeds.get("assistant.rules", ()), *story.approvals]
        alternatives = {
            file.stem: self._reference(f"alternatives/{file.name}")
            for file in sorted((self.path / "alternatives").glob("*.yaml"))
        }
        bundle = Bundle(
            path=self.path,
            task=task,
            variant=self.variant,
            digest=bundle_digest(self.path),
            params={name: context[name] for name in task.params},
            setting=setting,
            services=tuple(services),
            seeds=seeds,
            backgrounds=backgrounds,
            stages=tuple(story.stages),
            reactions=tuple(story.reactions),
            checks=tuple(story.checks),
            check_places=tuple(story.check_places),
            reference=story.reference,
            alternatives=alternatives,
            context=context,
        )
        for file, place, message in lint_names(bundle):
            self._source(file).report(place, message)
        self._stop_on_problems()
        return bundle

    # ---- task.yaml

    def _task(self) -> tuple[TaskFile, dict[str, Any]]:
        source = self._source("task.yaml")
        data = source.data
        self._stop_on_problems()
        if not isinstance(data, dict):
            source.report((), "must be a mapping")
            self._stop_on_problems()
        frame = self._frame(source, data)
        params = self._params(source, data, frame)
        context = {**frame, **params}
        rest = {key: value for key, value in data.items() if key != "params"}
        try:
            rest = render(rest, context)
        except RenderError as error:
            source.report(error.place, str(error))
            self._stop_on_problems()
        task = source.validated(TaskFile, {**rest, "params": params}, None)
        self._stop_on_problems()
        assert isinstance(task, TaskFile)
        if task.id != self.path.name:
            source.report(("id",), f"{task.id!r} is not the folder's name, {self.path.name!r}")
        if task.end <= task.start:
            source.report(("end",), f"{task.end} is not after the start, {task.start}")
        self._stop_on_problems()
        return task, {**context, "persona": task.persona}

    def _frame(self, source: Source, data: dict[str, Any]) -> dict[str, Any]:
        """Start, end and the helpers; these may use only params that are no templates themselves."""
        plain = {name: value for name, value in self._drawn(source, data).items() if not _templated(value)}
        try:
            home = ZoneInfo(str(data.get("home")))
        except (KeyError, ValueError, OSError):
            source.report(("home",), f"{data.get('home')!r} is no time zone, such as Europe/Berlin")
            self._stop_on_problems()
        moments = []
        for key in ("start", "end"):
            try:
                moments.append(in_zone(datetime.fromisoformat(str(render(data.get(key), plain, (key,)))), home))
            except RenderError as error:
                source.report(error.place, str(error))
            except ValueError:
                source.report((key,), f"{data.get(key)!r} is no instant, such as 2026-03-02T08:00")
        rates = data.get("rates") or {}
        self._stop_on_problems()
        return frame_helpers(moments[0], moments[1], home, Rates({k: str(v) for k, v in rates.items()}))

    def _params(self, source: Source, data: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
        params: dict[str, Any] = {}
        for name, value in self._drawn(source, data).items():
            if name in frame:
                source.report(("params", name), "is the name of a helper; choose another")
            try:
                params[name] = render(value, {**frame, **params}, ("params", name))
            except RenderError as error:
                source.report(error.place, str(error))
        self._stop_on_problems()
        return params

    def _drawn(self, source: Source, data: dict[str, Any]) -> dict[str, Any]:
        params = dict(data.get("params") or {})
        for name, options in (data.get("variants") or {}).items():
            if name not in params:
                source.report(("variants", name), f"there is no param {name!r}; {nearest(name, params)}")
            valid = source.validated(Draw, options, None, ("variants", name))
            if self.variant > 0 and valid is not None:
                params[name] = draw(str(data.get("id")), self.variant, name, valid)
        self._stop_on_problems()
        return params

    def _services(self, task: TaskFile) -> list[type[Service]]:
        known = service_names()
        source = self._source("task.yaml")
        for number, name in enumerate(task.services):
            if name not in known:
                source.report(("services", number), f"there is no service {name!r}; {nearest(name, known)}")
        self._stop_on_problems()
        return [service_class(name) for name in sorted({*task.services, *ALWAYS})]

    # ---- world/ and persona/

    def _seeds(
        self, services: list[type[Service]], context: dict[str, Any], home: ZoneInfo
    ) -> tuple[SeedRows, dict[str, Background]]:
        seeds: SeedRows = {}
        by_name = {service.name: service for service in services}
        backgrounds = {name: service.Background() for name, service in by_name.items()}
        for file in sorted((self.path / "world").glob("*.yaml")):
            source = self._source(f"world/{file.name}")
            if file.stem not in by_name:
                source.report((), f"task.yaml enables no service {file.stem!r}; {nearest(file.stem, by_name)}")
                continue
            service = by_name[file.stem]
            for table in source.data or {}:
                if table == "background":
                    options = source.rendered(context, (table,))
                    valid = source.validated(service.Background, options, home, (table,))
                    backgrounds[service.name] = valid or service.Background()
                elif table not in service.tables:
                    source.report((table,), f"{service.name} has no table; {nearest(table, service.tables)}")
                else:
                    seeds[f"{service.name}.{table}"] = self._records(source, service, table, context, home)
        self._stop_on_problems()
        return seeds, backgrounds

    def _records(
        self, source: Source, service: type[Service], table: str, context: dict[str, Any], home: ZoneInfo
    ) -> list[Any]:
        rows = source.rendered(context, (table,))
        if not isinstance(rows, list):
            if rows is not None:
                source.report((table,), "must be a list of records")
            return []
        records, ids = [], set()
        for number, row in enumerate(rows):
            record = source.validated(service.tables[table].model, row, home, (table, number))
            if record is not None and record.id in ids:
                source.report((table, number, "id"), f"duplicate id {record.id!r}")
            elif record is not None:
                ids.add(record.id)
                records.append(record)
        return records

    def _files(self, context: dict[str, Any], setting: Setting) -> list[Any]:
        root, files = self.path / "persona", []
        for file in bundle_files(root) if root.is_dir() else ():
            name = file.relative_to(root).as_posix()
            try:
                content = render_text(file.read_text(encoding="utf-8"), context)
            except (RenderError, UnicodeDecodeError) as error:
                self.problems.append(Problem(f"persona/{name}", None, "", str(error)))
                continue
            files.append(File(id=name, content=content, created_at=setting.start, updated_at=setting.start))
        self._stop_on_problems()
        return files

    # ---- timeline.yaml, checks.yaml, reference.yaml; or sessions/

    def _story(self, context: dict[str, Any], home: ZoneInfo) -> Story:
        if session_files(self.path):
            story = load_sessions(self.path, context, home, self.problems)
            self._stop_on_problems()
            return story
        timeline = self._timeline(context, home)
        checks = self._checks(context, home)
        return Story(
            stages=timeline.stages,
            reactions=timeline.reactions,
            approvals=timeline.approvals,
            checks=checks,
            check_places=[("checks.yaml", (number,)) for number in range(len(checks))],
            reference=self._reference("reference.yaml"),
        )

    def _timeline(self, context: dict[str, Any], home: ZoneInfo) -> TimelineFile:
        source = self._source("timeline.yaml")
        data = source.rendered(context) if source.data is not None else None
        self._stop_on_problems()
        timeline = source.validated(TimelineFile, data, home)
        self._stop_on_problems()
        assert isinstance(timeline, TimelineFile)
        return timeline

    def _checks(self, context: dict[str, Any], home: ZoneInfo) -> list[Check]:
        source = self._source("checks.yaml")
        data = source.rendered(context) if source.data is not None else None
        self._stop_on_problems()
        if not isinstance(data, list) or not data:
            source.report((), "must be a list with at least one check")
            self._stop_on_problems()
        checks = [source.validated(Check, item, home, (number,)) for number, item in enumerate(data or [])]
        self._stop_on_problems()
        return [check for check in checks if isinstance(check, Check)]

    def _reference(self, name: str) -> ReferenceFile:
        source = self._source(name)
        self._stop_on_problems()
        reference = source.validated(ReferenceFile, source.data, None)
        self._stop_on_problems()
        assert isinstance(reference, ReferenceFile)
        return reference

    def _source(self, name: str) -> Source:
        return Source(self.path, name, self.problems)

    def _stop_on_problems(self) -> None:
        if self.problems:
            raise BundleError(self.problems)


def _templated(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_templated(item) for item in value.values())
    if isinstance(value, list):
        return any(_templated(item) for item in value)
    return isinstance(value, str) and ("{{" in value or "{%" in value)
