"""The deck editor: without a script, for the owner alone; mistakes beside their fields; and no request makes the server open a file."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from doublecross.games.outlawed.conditions import reduced
from doublecross.games.outlawed.deck_files import deck_plain, deck_text, house_deck, read_deck
from doublecross.games.outlawed.deck_read import from_plain
from doublecross.games.outlawed.deck_words import condition_words
from doublecross.kernel.position import new
from doublecross.kernel.savefile import save
from doublecross.kernel.words import words
from doublecross.store.store import Store
from doublecross.web.decks import drafts, faults, forms, parts
from doublecross.web.decks.drafts import DeckDraft, TextDraft, draft_of, empty_draft
from doublecross.web.decks.parts import Part
from tests.web.serving import UNLIMITED, Browser, run, serving

CANARY = "canary-b7c1"


class Watch:
    """Notes every opening of a file with the canary's name, whoever opens it and by whatever function."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.on = False

    def hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.on and event == "open" and CANARY in str(arguments[0]):
            self.opened.append(str(arguments[0]))


@contextmanager
def watched() -> Iterator[list[str]]:
    watch = Watch()
    sys.addaudithook(watch.hook)  # for good: Python takes none away
    watch.on = True
    try:
        yield watch.opened
    finally:
        watch.on = False


async def make(browser: Browser, origin: str = "house") -> str:
    """A new deck; its id."""
    answer = await browser.post("/decks", data={"from": origin})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].split("/")[2]


def fields_of(page: str) -> dict[str, Any]:
    """What a browser would send of the page's first form, without its buttons."""
    form = page[page.index("<form") : page.index("</form>")]
    found: dict[str, Any] = {}

    def add(name: str, value: str) -> None:
        found[name] = [*found[name], value] if isinstance(found.get(name), list) else [found[name], value] if name in found else value

    for tag in re.findall(r"<input[^>]*>", form):
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if attributes.get("type") != "checkbox" or " checked" in tag:
            add(attributes["name"], unescaped(attributes.get("value", "")))
    for name, inner in re.findall(r'<select[^>]* name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL):
        options = re.findall(r'<option value="([^"]*)"( selected)?>', inner)
        add(name, next((value for value, chosen in options if chosen), options[0][0]))
    return found


def unescaped(text: str) -> str:
    return text.replace("&#34;", '"').replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def random_condition(rng: random.Random, ids: list[str], deep: int = 3) -> dict[str, Any]:
    kind = rng.choice(["all", "any", "not", "atom", "atom", "same"]) if deep else "atom"
    if kind in ("all", "any"):
        return {kind: [random_condition(rng, ids, deep - 1) for _ in range(2)]}
    if kind == "not":
        return {"not": random_condition(rng, ids, deep - 1)}
    if kind == "same":
        return {"same": rng.choice(["played", "claimed"]), "at_least": rng.randint(2, 5)}
    who = rng.choice(["me", "rivals", "players"])
    plain: dict[str, Any] = {"who": who, "claim": rng.choice(["true", "lie"])}
    if who != "me" and rng.random() < 0.5:
        plain = {"who": who, rng.choice(["played", "claimed"]): rng.choice(ids + (["my_outlaw", "my_claim"] if who == "rivals" else []))}
    if who != "me":
        bounds: list[dict[str, Any]] = [{}, {"at_least": 3}, {"at_least": "half"}, {"at_least": "all"}, {"exactly": 0}, {"exactly": 2}]
        plain |= rng.choice(bounds)
    return plain


def test_the_builder_holds_every_condition() -> None:
    """Whatever a deck file can say, the form's fields say too, and nothing else."""
    rng, plain = random.Random(4), deck_plain(house_deck())
    ids = [outlaw["id"] for outlaw in plain["outlaw"]]
    for _ in range(300):
        plain["outlaw"][0]["condition"] = random_condition(rng, ids)
        condition = from_plain(plain, "deck").outlaws[0].condition
        root = parts.root_of(condition)
        read = parts.read_parts(dict(_posted(root)))
        assert read == root
        plain["outlaw"][0]["condition"] = parts.plain_of(read)
        assert reduced(from_plain(plain, "deck").outlaws[0].condition) == reduced(condition)


def _posted(part: Part, path: parts.Path = ()) -> Iterator[tuple[str, str]]:
    yield parts.field_name(path, "kind"), part.kind
    if not part.holds:
        yield parts.field_name(path, "not"), "1"
    if part.kind not in parts.GROUPS:
        yield from ((parts.field_name(path, name), getattr(part, name)) for name in ("who", "subject", "count"))
    for place, inner in enumerate(part.parts):
        yield from _posted(inner, (*path, place))


def test_a_deck_comes_back_from_its_draft() -> None:
    draft = draft_of(house_deck())
    assert drafts.decode(drafts.encode(draft)) == draft
    assert faults.examine(draft) == faults.Examined(house_deck(), {})


def test_every_mistake_is_found_at_its_field() -> None:
    draft = draft_of(house_deck())

    def spoil(number: int, **changes: Any) -> None:
        nonlocal draft
        draft = drafts.replaced(draft, number, msgspec.structs.replace(draft.outlaws[number], **changes))

    spoil(0, name=TextDraft(""), reward="lots")
    spoil(1, animal=TextDraft("x" * 41), art="No art")
    spoil(2, condition=Part("all"))
    spoil(3, condition=Part("all", parts=(Part(who="me"), Part("lie", who="me"))))
    spoil(4, id="me")
    spoil(5, name=TextDraft("Dirty Duke"))
    spoil(6, sends=("nobody",))
    spoil(7, condition=Part("all", parts=(Part("played", who="me", subject="ray"),)))
    draft = msgspec.structs.replace(draft, name=TextDraft("x" * 41), note=TextDraft("\u202e"))
    found = faults.examine(draft)
    assert found.deck is None
    wanted = {
        (0, "name"),
        (0, "reward"),
        (1, "animal"),
        (1, "art"),
        (2, "condition"),
        (3, "condition"),
        (4, "id"),
        (5, "name"),
        (6, "blocks"),
    }
    assert set(found.faults) == wanted | {(7, "condition"), (faults.DECK, "name"), (faults.DECK, "note")}
    assert faults.reading(draft, draft.outlaws[3], words("en")) == "your own claim was true and your own claim was a lie"
    assert faults.reading(draft, draft.outlaws[7], words("en")) == ""


@pytest.mark.parametrize("language", ["en", "es"])
def test_readings_are_those_of_the_table(language: str) -> None:
    deck, draft = house_deck(), draft_of(house_deck())
    for outlaw, form in zip(deck.outlaws, draft.outlaws, strict=True):
        assert faults.reading(draft, form, words(language)) == condition_words(outlaw, deck, words(language))


def test_a_new_id_is_a_new_id_everywhere() -> None:
    draft = draft_of(house_deck())
    changed = drafts.replaced(draft, 1, msgspec.structs.replace(draft.outlaws[1], id="baron"))
    changed = drafts.replaced(changed, 0, msgspec.structs.replace(changed.outlaws[0], id="leo"))
    assert faults.examine(changed).faults == {}
    assert changed.outlaws[1].sends == ("leo",)


def test_what_somebody_changed_is_theirs() -> None:
    draft = draft_of(house_deck())
    before = draft.outlaws[10]
    assert before.sources["reward"] == before.sources["name"] == "house"
    form = {
        "reward": "500",
        "badge": "1",
        "bullets": "1",
        "from": {"name": "public", "reward": "house"},
        "c": dict(_posted(before.condition)),
    }
    form |= {"sends": "ray"}
    after = forms.read_outlaw(form, draft, 10).outlaws[10]
    assert after.sources["name"] == "public"
    assert "reward" not in after.sources
    assert "badge" not in after.sources
    assert after.sources["condition"] == after.sources["bullets"] == "house"


def test_deck_from_copy_to_table(tmp_path: Path) -> None:
    """Copied, changed outlaw by outlaw without a script, shared, downloaded, and played with."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            deck = await make(ada)
            await make(bo)  # who has decks too, but not this one
            page = (await ada.get(f"/decks/{deck}/edit/0")).text
            form = {**fields_of(page), "name": "True Lion", "from.name": "seed", "do": "group"}
            answer = await ada.post(f"/decks/{deck}/edit/0", data=form)
            assert answer.headers["location"] == f"/decks/{deck}/edit/0#condition"
            page = (await ada.get(f"/decks/{deck}/edit/0")).text
            assert "Your own claim was true and (either a rival lied, or your own claim was a lie)." in page
            await ada.post(f"/decks/{deck}/edit/0", data={**fields_of(page), "do": "remove 0"})
            page = (await ada.get(f"/decks/{deck}/edit/0")).text
            assert "A rival lied, or your own claim was a lie." in page
            answer = await ada.post(f"/decks/{deck}/edit/0", data={**fields_of(page), "c.0.0.count": "half", "do": "back"})
            assert answer.headers["location"] == f"/decks/{deck}/edit"
            await ada.post(f"/decks/{deck}/edit", data={**fields_of((await ada.get(f"/decks/{deck}/edit")).text), "name": "Ours & <true>"})

            shared = (await bo.get(f"/decks/{deck}")).text
            assert "True Lion" in shared
            assert "At least half of the rivals lied, or your own claim was a lie." in shared
            assert "Ours &amp; &lt;true&gt;" in shared
            assert "Change" not in shared
            for path in (f"/decks/{deck}/edit", f"/decks/{deck}/edit/0"):
                assert (await bo.get(path)).status_code == (await bo.post(path, data={"name": "x"})).status_code == 404
            assert (await bo.post(f"/decks/{deck}/delete")).status_code == 404

            text = (await bo.get(f"/decks/{deck}/file")).text
            lion = read_deck(text, "file").outlaws[0]
            assert lion.name.said("en") == "True Lion"
            assert lion.source("name") == "seed"
            assert lion.source("condition") == ""
            await _played_with(bo, await make(bo, deck))

    run(test())


async def _played_with(browser: Browser, deck: str) -> None:
    """The deck is offered, chosen, and what the table plays with; the lobby names it and spills nothing else of it."""
    home = (await browser.get(f"/?deck={deck}")).text
    assert f'<option value="{deck}" selected>Ours &amp; &lt;true&gt;</option>' in home
    table = await browser.open("outlawed", 2, bots=1, deck=deck)
    lobby = (await browser.get(f"/t/{table}")).text
    assert '<dd class="display">Ours &amp; &lt;true&gt;</dd>' in lobby
    await browser.done(table, "start")
    view = await browser.view(table)
    assert view["game_view"]["deck"][0]["names"] == {"": "True Lion"}


def test_mistakes_stand_beside_their_fields(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            deck = await make(ada, "")
            page = (await ada.get(f"/decks/{deck}/edit/0")).text
            await ada.post(f"/decks/{deck}/edit/0", data={**fields_of(page), "reward": "many", "do": "add"})
            page = (await ada.get(f"/decks/{deck}/edit/0")).text
            for field in ("name", "animal", "reward"):
                tag = next(tag for tag in re.findall(r"<input[^>]*>", page) if f'name="{field}"' in tag)
                assert f'aria-invalid="true" aria-describedby="{field}-fault"' in tag
                assert f'id="{field}-fault"' in page
            assert 'value="many"' in page
            assert "Found &#39;many&#39;. Allowed: whole dollars from 0 to 100000, or a table with per_player." in page
            listed = (await ada.get("/decks")).text
            assert "mistakes to put right" in listed
            assert (await site.browser().get(f"/decks/{deck}")).status_code == 409
            assert (await ada.get(f"/decks/{deck}/file")).status_code == 409
            answer = await ada.post("/tables", data={"game": "outlawed", "players": "2", "name": "Ada", "deck": deck})
            assert answer.status_code == 409

    run(test())


def test_looking_keeps_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            deck = await make(ada)
            address = f"/decks/{deck}/edit/3"
            page = (await ada.get(address)).text
            looked = await ada.post(address, data={**fields_of(page), "c.0.kind": "lie", "c.0.who": "players", "do": "look"})
            assert "At least two claims were lies." in looked.text
            assert (await ada.get(address)).text == page

    run(test())


def test_deck_files_come_and_go(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            text = deck_text(house_deck()).replace("House set", "Mine")
            deck = (await _send(ada, text.encode())).headers["location"].split("/")[2]
            assert (await ada.get(f"/decks/{deck}/file")).text == text
            for wrong, said in (
                (b"format = 1", "field name: found nothing"),
                (b"\xff", "bytes that are not UTF-8"),
                (text.replace('id = "croc"', 'id = "ray"').encode(), "an id that no other outlaw has"),
                (b"x" * 70_000, "at most"),
            ):
                answer = await _send(ada, wrong)
                assert answer.status_code in (400, 413)
                assert said in unescaped(answer.text)
            assert (await ada.post("/decks/file", data={"file": text})).status_code == 400

    run(test())


async def _send(browser: Browser, data: bytes) -> httpx.Response:
    return await browser.post("/decks/file", files={"file": ("deck.toml", data)})


def test_order_and_number_of_outlaws(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            deck = await make(ada)
            address = f"/decks/{deck}/edit"

            async def press(do: str) -> list[str]:
                await ada.post(address, data={**fields_of((await ada.get(address)).text), "do": do})
                row = site.server.store.decks.get(deck)
                assert row is not None
                return drafts.decode(row.body).ids

            assert (await press("up 1"))[:2] == ["duke", "lionel"]
            assert "duke" not in await press("drop 0")
            for _ in range(10):
                ids = await press("add")
            assert len(ids) == len(set(ids)) == 16
            for nonsense in ("up 99", "drop -1", "drop", "up x", "what", ""):
                assert await press(nonsense) == ids

    run(test())


def test_limits(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, decks_per_person=2, rates=replace(UNLIMITED, keep="9/hour")) as site:
            ada = site.browser()
            decks = [await make(ada) for _ in range(2)]
            assert (await ada.post("/decks", data={"from": "house"})).status_code == 409
            big = {**fields_of((await ada.get(f"/decks/{decks[0]}/edit")).text), "note": "x" * 60_000}
            assert (await ada.post(f"/decks/{decks[0]}/edit", data=big)).status_code == 409
            assert (await ada.post(f"/decks/{decks[0]}/delete")).status_code == 303
            assert (await ada.get(f"/decks/{decks[0]}/edit")).status_code == 404
            deck = await make(ada)
            answers = [(await ada.post(f"/decks/{deck}/edit", data={"do": "save"})).status_code for _ in range(8)]
            assert 429 in answers

    run(test())


def test_hostile_forms_are_kept_in_bounds() -> None:
    """Deep, wide and crooked trees: whatever comes is a tree that the form can show, or nothing."""
    draft = empty_draft()
    deep = {".".join(["0"] * depth + ["kind"]): "all" for depth in range(40)}
    wide = {f"{place}.kind": "true" for place in range(500)}
    crooked = {"kind": "zzz", "0.kind": "all", "0.0.kind": ["x"], "1.kind": "played", "1.count": "=99999999999999999999", "00.kind": "any"}
    for fields in (deep, wide, crooked, {"": "x"}, {}):
        found = forms.read_outlaw({"c": fields, "do": "add 0.0.0.0.0.0.0.0.0"}, draft, 0)
        root = found.outlaws[0].condition
        assert parts.size(root) <= parts.MOST_PARTS
        assert parts.depth(root) <= parts.DEEPEST + 1
        assert faults.examine(found).deck is None
    for do in ("remove", "remove 9", "add 0.x", "group -1", "add " + "0." * 50):
        assert forms.read_outlaw({"c": wide, "do": do}, draft, 0).outlaws[0].condition.kind == "all"


def test_contrived_decks_are_examined_quickly() -> None:
    """Conditions that would take minutes to try out pass untried after a moment."""
    import time

    ids = [f"o{number:02}" for number in range(16)]
    outlaws = []
    for number, name in enumerate(ids):
        atoms = [{"who": "rivals", "played": ids[(number + place) % 16], "exactly": 1 + place % 3} for place in range(10)]
        condition = {"any": [{"all": atoms}, {"who": "players", "claim": "lie", "at_least": 5}]}
        outlaws.append({"id": name, "name": name, "animal": "x", "reward": 1, "badge": True, "bullets": True, "condition": condition})
    plain = {"format": 1, "name": "x", "outlaw": outlaws}
    begun = time.process_time()
    faults.examine(draft_of(from_plain(plain, "deck")))
    assert time.process_time() - begun < 5


def test_no_request_opens_a_file(tmp_path: Path) -> None:
    """The option `deck` reads a file for whoever starts a game at this machine. Nobody else can make the server open one."""
    canary = tmp_path / f"{CANARY}.toml"
    canary.write_text(deck_text(house_deck()))
    names = [str(canary), f" {canary}", f"file://{canary}", f'"{canary}"', f"{{{canary}}}", f"../{canary.name}", f"house\0{canary}"]
    values: list[Any] = [*names, [str(canary)], {"path": str(canary)}, {"format": 1, "name": "x", "outlaw": str(canary)}]

    async def test() -> None:
        async with serving(tmp_path / "data", Store(_folder(tmp_path))) as site:
            ada, robot = site.browser(), await site.program()
            table = await ada.open("outlawed", 3)
            before = await ada.view(table)
            for name in names:
                for field in ("outlawed.deck", "options.deck", "deck"):
                    form = {"game": "outlawed", "players": "3", "name": "Ada", field: name}
                    assert (await ada.post("/tables", data=form)).status_code in (400, 404, 409), (field, name)
                assert (await ada.act(table, "set-options", **{"options.deck": name})).status_code in (400, 409)
                assert (await ada.post("/decks", data={"from": name})).status_code == 404
                assert (await ada.get("/", params={"deck": name})).status_code == 200
                assert (await ada.get("/decks/" + name.replace("/", "%2F").replace("\0", "%00"))).status_code == 404
            for value in values:
                wanted = {"game": "outlawed", "players": 3, "options": {"deck": value}}
                assert (await robot.post("/api/v1/tables", json=wanted)).status_code in (400, 409), value
                command = {"do": "set-options", "key": "k", "options": {"deck": value}}
                assert (await ada.post(f"/t/{table}/act", json=command, headers={"accept": "application/json"})).status_code in (400, 409)
                data = save(new("outlawed", players=3, seed=1)).split(b"\n")
                header = json.loads(data[0])
                header["options"]["deck"] = value
                body = b"\n".join([json.dumps(header).encode(), *data[1:]])
                assert (await ada.post("/replays", files={"file": ("x.jsonl", body)})).status_code == 400
            assert (await ada.view(table))["options"] == before["options"]

    with watched() as opened:
        Path(canary).read_text()
        assert len(opened) == 1, "the watch works"
        run(test())
        assert len(opened) == 1


def _folder(path: Path) -> Path:
    (path / "data").mkdir()
    return path / "data"


def test_own_language_stands_first(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ana = site.browser(**{"accept-language": "es"})
            page = (await ana.get("/decks/house")).text
            assert "Mazo de la casa" in page
            assert "Tu propia declaración fue verdad." in page
            assert 'href="/decks/tuned"' in (await ana.get("/decks")).text
            assert "Mazo de la casa, afinado" in (await ana.get("/decks/tuned")).text
            assert '<option value="tuned" selected>' in (await ana.get("/?deck=tuned")).text
            assert "Mazo de la casa, afinado" in (await ana.get(f"/decks/{await make(ana, 'tuned')}/edit")).text

    run(test())


def test_empty_deck_is_only_unfinished() -> None:
    found = faults.examine(empty_draft())
    assert {field for _, field in found.faults} == {"name", "animal", "reward", "condition"}
    assert isinstance(empty_draft(), DeckDraft)
