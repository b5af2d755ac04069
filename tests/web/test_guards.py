"""What stands before the routes: origins, cookies, headers, limits; and that other people's pages and tables stay other people's."""

from __future__ import annotations

import asyncio
import tracemalloc
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from wsproto.frame_protocol import CloseReason, FrameDecoder, Opcode, RsvBits

from doublecross.web.bodies import MOST_BYTES
from doublecross.web.guard import client, network
from doublecross.web.limiting import Limiter, TooOften
from doublecross.web.moving import one_time_token
from doublecross.web.push import GONE, MOST_HEARD
from doublecross.web.settings import Rates, Settings, check_public_url
from doublecross.web.sockets import MOST_FRAME, EachAlone
from tests.web.serving import UNLIMITED, Site, newest, quiet, run, serving, timeless

FOREIGN = "http://evil.example"
ALWAYS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""Headers of every answer."""


def test_only_our_own_pages_can_act(tmp_path: Path) -> None:
    """A foreign page makes the browser send the cookie, but not our origin."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            before = await ada.view(table)
            body = {"do": "say", "text": "hello"}
            for headers in (
                {"origin": FOREIGN},
                {"origin": "null"},
                {"origin": site.url.replace("http", "https")},
                {"origin": "", "sec-fetch-site": "same-origin"},
            ):
                answer = await ada.post(f"/t/{table}/act", data=body, headers=headers)
                assert answer.status_code == 403, headers
            del ada.own["origin"]
            for headers in ({}, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {"sec-fetch-site": "none"}):
                answer = await ada.post(f"/t/{table}/act", data=body, headers=headers)
                assert answer.status_code == 403, headers
            assert await ada.view(table) == before
            assert (await ada.post(f"/t/{table}/act", data=body, headers={"sec-fetch-site": "same-origin"})).status_code == 303

    run(test())


def test_only_our_own_pages_can_listen(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            for origin in (FOREIGN, "null"):
                with pytest.raises(InvalidStatus) as caught:
                    async with ada.live(table, origin=origin):
                        pass
                assert caught.value.response.status_code == 403
            async with ada.live(table) as socket:
                await newest(socket, "Ada")

    run(test())


def test_headers_on_every_answer(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            answers = [
                await ada.get(path) for path in ("/", f"/t/{table}", f"/t/{table}/view", f"/t/{table}/qr.svg", "/nothing", "/healthz")
            ]
            answers += [await ada.get("/api/v1/games"), await ada.post("/join", data={"code": "no"}), await ada.post("/t/x/act")]
            answers += [await ada.post("/join", data={"code": "no"}, headers={"origin": FOREIGN})]
            for answer in answers:
                assert {name: answer.headers.get(name) for name in ALWAYS} == ALWAYS
                assert "server" not in answer.headers
            assert [answer.headers["cache-control"] for answer in answers if "etag" not in answer.headers] == ["no-store"] * 9
            assert answers[2].headers["cache-control"] == "no-cache, private"
            assert 'name="robots" content="noindex"' in answers[0].text
            assert "Disallow: /\n" in (await ada.get("/robots.txt")).text

    run(test())


def test_addresses_and_hosts_are_what_browsers_send(tmp_path: Path) -> None:
    """A number of thousands of digits, a host of thousands of letters in a QR code: neither gets as far as to fail."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            for path in (f"/t/{table}/games/{'9' * 4999}", f"/decks/house/edit/{'1' * 5000}", f"/t/{table}/view?lang={'e' * 3000}"):
                assert (await ada.get(path)).status_code == 414, path[:40]
            for host in ("a" * 4000, "[", "[::1", "x/y", "<b>", "a b", "x@y", "x:999999", ""):
                for path in ("/", f"/t/{table}/qr.svg"):
                    answer = await ada.get(path, headers={"host": host})
                    assert (answer.status_code, "content-security-policy" in answer.headers) == (400, True), host[:40]
            for host in ("saloon.test:8000", "[fe80::1]:8000", "192.168.1.20", "my_saloon"):
                page = (await ada.get(f"/t/{table}", headers={"host": host})).text
                assert f"http://{host}/t/{table}" in page

    run(test())


def test_limits_count_a_network_of_version_six_once() -> None:
    """Whoever has one such network can choose among 2^64 addresses in it."""
    assert network("2001:db8:1:2::7") == network("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::7") != network("2001:db8:1:2::7")
    assert network("::ffff:203.0.113.9") == network("203.0.113.9") == "203.0.113.9"
    assert network("made:up") == "made:up"
    for phone in ("fe80::1%wlan0", "fd12:3456::7"):
        assert network(phone) == phone
    assert client({"client": ("2001:db8:1:2::7", 1)}) == "2001:db8:1:2::/64"


def test_pages_hold_no_inline_code_or_style(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open(name="<script>x</script>")
            for path in ("/", f"/t/{table}", f"/t/{table}/screen", f"/t/{table}/view", "/rules/outlawed"):
                page = (await ada.get(path)).text
                assert "<script>" not in page
                assert " style=" not in page
                assert " onclick=" not in page
                assert "javascript:" not in page

    run(test())


def test_cookie(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            form = {"game": "outlawed", "players": "3", "name": "Ada"}
            cookie = (await ada.post("/tables", data=form)).headers["set-cookie"].lower()
            for part in ("httponly", "samesite=lax", "path=/", "max-age=31536000"):
                assert part in cookie
            assert "secure" not in cookie
            assert "set-cookie" not in (await ada.get("/")).headers
            # A token that we have not signed is none, and does not disturb.
            table, (name, signed) = site.server.hall.live[0].id, ada.cookie
            for value, own in ((signed, [0]), (signed.split(".")[0] + ".forged", []), (signed.split(".")[0], []), ("x." + signed, [])):
                assert (await site.browser(cookie=f"{name}={value}").view(table))["own"] == own

    run(test())


def test_two_servers_of_one_machine_do_not_take_each_others_cookies(tmp_path: Path) -> None:
    """A browser sends a machine's cookies to all of its ports; who plays at one server keeps their seat at the other."""

    async def test() -> None:
        folders = [tmp_path / name for name in ("one", "two")]
        for folder in folders:
            folder.mkdir()
        async with serving(folders[0]) as one, serving(folders[1]) as two:
            ada, other = one.browser(), two.browser()
            table = await ada.open()
            other.cookies = ada.cookies  # one browser, as it goes to the other server
            second = await other.open()
            ada.cookies = other.cookies  # and comes back
            assert len(ada.cookies.jar) == 2
            assert (await ada.view(table))["own"] == (await other.view(second))["own"] == [0]

    run(test())


def test_cookie_behind_tls_under_a_prefix(tmp_path: Path) -> None:
    """The public address rules origins, links, cookies and paths, whether or not the proxy takes the prefix away."""

    async def test() -> None:
        async with serving(tmp_path, public_url="https://play.example/games") as site:
            ada = site.browser()
            ada.own["origin"] = "https://play.example"
            form = {"game": "outlawed", "players": "3", "name": "Ada"}
            for path in ("/games/tables", "/tables"):
                answer = await ada.post(path, data=form)
                assert answer.status_code == 303
                assert answer.headers["location"].startswith("/games/t/")
                cookie = answer.headers["set-cookie"].lower()
                assert "secure" in cookie
                assert "path=/games/" in cookie
            page = (await ada.get(answer.headers["location"])).text
            assert f"https://play.example{answer.headers['location']}" in page
            assert 'href="/t/' not in page
            assert 'action="/t/' not in page
            # Whoever types a slash at the end is there too, and is sent nowhere else.
            for path in (answer.headers["location"] + "/", answer.headers["location"].removeprefix("/games") + "//"):
                assert timeless((await ada.get(path)).text) == timeless(page)
            for path in ("/games", "/games/", "/"):
                assert (await ada.get(path)).status_code == 200
            ada.own["origin"] = site.url
            assert (await ada.post("/tables", data=form)).status_code == 403

    run(test())


WRONG_ADDRESSES = ["example.org", "ftp://example.org", "https://", "https://a:b@example.org", "https://example.org?x", "https://[::1"]
WRONG_ADDRESSES += [
    "https://münchen.example",
    "https://example.org:123456",
    "https://exa mple.org",
    "https://example.org/a b",
    "https://x/%0a",
]


@pytest.mark.parametrize("address", WRONG_ADDRESSES)
def test_wrong_public_address(address: str) -> None:
    """None that a browser would write in another way than we do, for then no form of its pages would be taken for ours."""
    with pytest.raises(ValueError, match="public-url"):
        check_public_url(address)


@pytest.mark.parametrize(
    ("address", "origin", "prefix"),
    [
        ("https://Play.example/games/", "https://play.example", "/games"),
        ("https://play.example:443", "https://play.example", ""),
        ("http://play.example:80/a/b", "http://play.example", "/a/b"),
        ("http://play.example:443/", "http://play.example:443", ""),
        ("https://[::1]:8443/x", "https://[::1]:8443", "/x"),
    ],
)
def test_public_address(address: str, origin: str, prefix: str) -> None:
    found = Settings(Path(), public_url=check_public_url(address))
    assert (found.origin, found.prefix) == (origin, prefix)


def test_rates(tmp_path: Path) -> None:
    async def test() -> None:
        few = replace(UNLIMITED, talk="3/day", code="4/day", create="2/day")
        async with serving(tmp_path, rates=few) as site:
            ada = site.browser()
            table = await ada.open()
            said = [(await ada.act(table, "say", text=str(number))).status_code for number in range(5)]
            assert said == [200, 200, 200, 429, 429]
            assert (await ada.act(table, "add-bot")).status_code == 200
            codes = [(await ada.post("/join", data={"code": "AAAAAA"})).status_code for _ in range(5)]
            assert codes == [404, 404, 404, 404, 429]
            assert (await site.browser().get("/api/v1/codes/AAAAAA")).status_code == 429
            form = {"game": "outlawed", "players": "3", "name": "Ada"}
            opened = [(await ada.post("/tables", data=form)).status_code for _ in range(2)]
            assert opened == [303, 429]

    run(test())


def test_newcomers_programs_links_and_files_are_limited_too(tmp_path: Path) -> None:
    """Whatever makes a person, a table, a token or something that is kept, or tries a token, can be done so often and no more."""

    async def test() -> None:
        two = replace(UNLIMITED, person="2/day", code="2/day", create="3/day", keep="2/day")
        async with serving(tmp_path, rates=two) as site:
            ada, form = site.browser(), {"game": "outlawed", "players": "3", "name": "Ada"}
            table = await ada.open()
            token = await one_time_token(site.server, (await ada.view(table))["you"])

            async def said(path: str, data: dict[str, str], known: bool = False) -> int:
                return (await (ada if known else site.browser()).post(path, data=data, headers={"accept": "application/json"})).status_code

            assert [await said(f"/t/{table}/act", {"do": "sit", "name": name}) for name in ("Bo", "Cleo")] == [200, 429]
            assert await said("/tables", form) == 429
            assert await said("/decks", {"from": "house"}) == 429
            assert await said(f"/t/{table}/move", {}, known=True) == 429
            assert (await site.browser().post("/api/v1/people", json={"name": "Robo"})).status_code == 429
            assert [await said(f"/t/{table}/enter/{word}", {}) for word in ("no", "never", token)] == [409, 409, 429]
            assert [await said("/decks", {"from": "house"}, known=True) for _ in range(3)] == [303, 303, 429]
            for path in ("/replays", "/decks/file"):
                sent = [(await ada.post(path, files={"file": ("x", b"x")})).status_code for _ in range(3)]
                assert sent[-1] == 429, path
            opened = [await ada.post("/api/v1/tables", json={"game": "outlawed", "players": 3, "name": "Ada"}) for _ in range(2)]
            assert [answer.status_code for answer in opened] == [200, 429]

    run(test())


def test_rates_are_per_person_and_come_back() -> None:
    limiter = Limiter(Rates(act="2/day"))
    assert [limiter.allows("act", "a") for _ in range(3)] == [True, True, False]
    assert limiter.allows("act", "b")
    with pytest.raises(TooOften):
        limiter.check("act", "a")


def test_the_window_of_a_limit_slides_and_what_is_over_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 6000.0
    monkeypatch.setattr("doublecross.web.limiting.time.monotonic", lambda: now)
    monkeypatch.setattr("doublecross.web.limiting.CLEAN_AFTER", 3)
    limiter = Limiter(Rates(act="4/minute"))
    assert [limiter.allows("act", "a") for _ in range(5)] == [True] * 4 + [False]
    now += 60
    assert not limiter.allows("act", "a")  # all four were just now
    now += 30
    assert [limiter.allows("act", "a") for _ in range(3)] == [True, True, False]  # half of them are still within a minute
    now += 240
    assert [limiter.allows("act", who) for who in "bcd"] == [True] * 3
    assert ("act", "a") not in limiter._counts
    assert [limiter.allows("act", "a") for _ in range(5)] == [True] * 4 + [False]


def test_all_requests_are_counted_per_address(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, rates=replace(UNLIMITED, request="5/day")) as site:
            ada = site.browser()
            assert [(await ada.get("/healthz")).status_code for _ in range(7)] == [200] * 5 + [429] * 2

    run(test())


@pytest.mark.parametrize(
    ("trusted", "statuses"),
    [((), [200, 200, 429, 429]), (("203.0.113.1",), [200, 200, 429, 429]), (("127.0.0.1",), [200, 200, 200, 200])],
)
def test_forwarded_addresses_count_from_trusted_proxies_only(trusted: tuple[str, ...], statuses: list[int], tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, trusted_proxies=trusted, rates=replace(UNLIMITED, request="2/day")) as site:
            asked = [await site.browser(**{"x-forwarded-for": f"203.0.113.{number}"}).get("/healthz") for number in range(4)]
            assert [answer.status_code for answer in asked] == statuses
            # What is refused to people far away, they cannot get by pretending to be near.
            far = await site.browser(**{"x-forwarded-for": "8.8.4.4"}).get("/metrics")
            assert far.status_code == (403 if "127.0.0.1" in trusted else 429)

    run(test())


def test_caps(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, tables_per_person=2, tables_per_server=3, sockets_per_person=2) as site:
            ada, bo = site.browser(), site.browser()
            form = {"game": "outlawed", "players": "3", "name": "Ada"}
            assert [(await ada.post("/tables", data=form)).status_code for _ in range(3)] == [303, 303, 409]
            assert [(await bo.post("/tables", data=form)).status_code for _ in range(2)] == [303, 409]
            table = site.server.hall.live[0].id
            async with ada.live(table) as one, ada.live(table) as two:
                await newest(one, "Ada")
                await newest(two, "Ada")
                with pytest.raises((ConnectionClosed, InvalidStatus)):
                    async with ada.live(table) as three:
                        await three.recv()
            async with asyncio.timeout(60):
                while site.server._connections:  # of those that are closed nothing is remembered
                    await asyncio.sleep(0.01)
            async with ada.live(table) as again:
                await newest(again, "Ada")
                async with ada.live(table) as other:
                    await newest(other, "Ada")
                    # Nor does a third wait: it is answered at once.
                    version = (await ada.view(table))["version"]
                    assert (await asyncio.wait_for(ada.view(table, after=version, wait=55), 40))["version"] == version

    run(test())


def test_passphrase(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, passphrase="cactus") as site:
            ada = site.browser()
            form = {"game": "outlawed", "players": "3", "name": "Ada"}
            for wrong in ({}, {"passphrase": ""}, {"passphrase": "cactuses"}):
                answer = await ada.post("/tables", data=form | wrong)
                assert answer.status_code == 403
                assert "cactus" not in answer.text
            robo, opening = await site.program(), {"game": "outlawed", "players": 3, "name": "Robo"}
            assert (await robo.post("/api/v1/tables", json=opening)).status_code == 403
            assert (await ada.post("/tables", data={**form, "passphrase": "cactus"})).status_code == 303
            assert (await robo.post("/api/v1/tables", json={**opening, "passphrase": "cactus"})).status_code == 200

    run(test())


def test_sizes(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            large = "x" * MOST_BYTES
            assert (await ada.act(table, "say", text=large)).status_code == 413
            assert (await ada.act(table, "say", text="x" * 5000)).status_code in (400, 409)
            assert (await ada.post(f"/t/{table}/act", content=b"&".join([b"a=1"] * 500))).status_code == 400
            async with ada.live(table) as socket:
                await newest(socket, "Ada")
                await socket.send("x" * 100_000)
                with pytest.raises(ConnectionClosed):
                    await socket.recv()

    run(test())


def test_no_more_of_a_frame_is_unpacked_than_is_taken() -> None:
    """A few kilobytes of a client's can stand for gigabytes."""
    decoder = FrameDecoder(client=False)

    def packed(size: int) -> bytes:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        return packer.compress(b"x" * size) + packer.flush(zlib.Z_SYNC_FLUSH)

    def taken(frame: bytes) -> bytes | CloseReason:
        alone = EachAlone()
        alone.frame_inbound_header(decoder, Opcode.TEXT, RsvBits(True, False, False), len(frame))
        return alone.frame_inbound_payload_data(decoder, frame[:-4])

    assert taken(packed(MOST_FRAME)) == b"x" * MOST_FRAME
    assert taken(packed(MOST_FRAME + 1)) is CloseReason.MESSAGE_TOO_BIG
    contrived = packed(20_000_000)
    tracemalloc.start()
    try:
        assert taken(contrived) is CloseReason.MESSAGE_TOO_BIG
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_a_socket_that_talks_is_not_listened_to(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            async with ada.live(table) as socket:
                await newest(socket, "Ada")
                await socket.send('{"do": "say", "key": "k", "text": "hello"}')
                assert await quiet(socket, 0.1)
                for _ in range(MOST_HEARD + 1):
                    await socket.send("x")
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
            assert (await ada.view(table))["chat_lines"] == []

    run(test())


def test_unknown_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            for path in ("/t/none", "/t/none/view", "/t/none/qr.svg", "/api/v1/tables/none"):
                assert (await ada.get(path)).status_code == 404
            assert (await ada.act("none", "say", text="x")).status_code == 404
            async with ada.live("none") as socket:
                with pytest.raises(ConnectionClosed) as caught:
                    await socket.recv()
                assert caught.value.rcvd is not None
                assert caught.value.rcvd.code == GONE

    run(test())


def test_code_leads_to_the_table(tmp_path: Path) -> None:
    """In a running game whoever comes by the code sees what a spectator sees, and can take no seat."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            table = await ada.open(bots=2)
            await ada.done(table, "start")
            code = (await ada.view(table))["code"]
            answer = await bo.post("/join", data={"code": f" {code[:3].lower()}-{code[3:]} "})
            assert answer.headers["location"] == f"/t/{table}"
            await bo.done(table, "sit", name="Bo")
            view = await bo.view(table)
            assert view["own"] == []
            assert [seat["kind"] for seat in view["seats"]] == ["person", "bot", "bot"]
            assert "hand" not in view["game_view"] or not view["game_view"]["hand"]

    run(test())


def test_moving_to_another_device(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, phone, thief = site.browser(), site.browser(), site.browser()
            table = await ada.open()
            tokens: list[str] = []
            add = site.server.store.people.add_token
            site.server.store.people.add_token = lambda person, token, *rest: (tokens.append(token), add(person, token, *rest))[1]  # type: ignore[method-assign]
            page = await ada.post(f"/t/{table}/move")
            assert page.status_code == 200
            assert "<svg" in page.text
            assert tokens[0] not in page.text
            address = f"/t/{table}/enter/{tokens[0]}"
            assert (await phone.get(address)).status_code == 200
            assert (await phone.view(table))["own"] == []
            assert (await phone.post(address)).headers["location"] == f"/t/{table}"
            assert (await phone.view(table))["own"] == [0]
            assert (await ada.view(table))["own"] == [0]
            # It works once, and no other kind of token works in its place, nor is used up by that.
            assert (await thief.post(address)).status_code == 409
            assert (await thief.post(f"/t/{table}/enter/{ada.cookie[1].split('.')[0]}")).status_code == 409
            assert (await thief.view(table))["own"] == []
            assert (await thief.post(f"/t/{table}/move")).status_code == 409

    run(test())


async def _sit(site: Site, table: str, name: str) -> None:
    await site.browser().done(table, "sit", name=name)


def test_form_without_script(tmp_path: Path) -> None:
    """Post, redirect, get; the refusal stands on the next page and on no other."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, other = site.browser(), site.browser()
            table = await ada.open(players=3)
            await other.done(table, "watch", name="Dee")
            for command, refused in (({"do": "start"}, True), ({"do": "add-bot"}, False)):
                answer = await ada.post(f"/t/{table}/act", data=command)
                assert answer.status_code == 303
                assert answer.headers["location"] == f"/t/{table}"
                assert "data-refusal" not in (await other.get(f"/t/{table}")).text
                pages = [(await ada.get(f"/t/{table}")).text for _ in range(2)]
                assert (timeless(pages[0]) != timeless(pages[1])) == refused
            await asyncio.gather(*(_sit(site, table, name) for name in ("Bo", "Cleo")))
            assert [seat["name"] for seat in (await ada.view(table))["seats"]].count("Ada") == 1

    run(test())


def test_language_and_theme_are_remembered(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser(**{"accept-language": "de, es-AR;q=0.9, en;q=0.1"})
            assert '<html lang="es"' in (await ada.get("/")).text
            assert '<html lang="en"' in (await ada.get("/?lang=en")).text
            assert '<html lang="en"' in (await ada.get("/")).text
            assert 'data-theme="dark"' in (await ada.get("/?theme=dark")).text
            assert 'data-theme="dark"' in (await ada.get("/rules/outlawed")).text
            assert 'data-theme="dark"' in (await ada.get("/?theme=x%22&lang=fr")).text
            # A page that was opened in another language, and asks what is new there, does not choose for the others.
            table = await ada.open()
            assert "lang=es" in (await ada.get(f"/t/{table}?lang=es")).headers["set-cookie"]
            assert "set-cookie" not in (await ada.get(f"/t/{table}/view?lang=en")).headers
            assert '<html lang="es"' in (await ada.get(f"/t/{table}")).text

    run(test())


def test_refusal_is_in_the_readers_language(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            answers = [await site.browser(**{"accept-language": language}).act(table, "start") for language in ("en", "es")]
            assert [answer.status_code for answer in answers] == [409, 409]
            english, spanish = (answer.json()["refusal"] for answer in answers)
            assert english
            assert spanish
            assert english != spanish

    run(test())


def test_nobody_pretends_to_be_at_the_machine_itself(tmp_path: Path) -> None:
    """Its numbers would tell a neighbour of drafts that are changed in secret, and its first link asks no question."""

    async def test() -> None:
        async with serving(tmp_path, trusted_proxies=("127.0.0.1",)) as site:
            for near in ("192.168.1.7", "10.0.0.3", "made up", "fe80::1"):
                assert (await site.browser(**{"x-forwarded-for": near}).get("/metrics")).status_code == 403, near
                ada, token = site.browser(**{"x-forwarded-for": near}), await _token(site)
                answer = await ada.get(f"/t/x/start/{token}")
                assert (answer.status_code, "set-cookie" in answer.headers) == (200, False), near
            assert (await site.browser().get(f"/t/x/start/{token}")).status_code == 303

    run(test())


async def _token(site: Site) -> str:
    """A one-time link's, for some person."""
    browser = site.browser()
    await browser.open()
    return await one_time_token(site.server, (await browser.view(site.server.hall.live[-1].id))["you"])


def test_numbers_are_for_the_machine_itself_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            await ada.open()
            text = (await ada.get("/metrics")).text
            assert "doublecross_tables 1.0" in text
            assert 'doublecross_commit_jobs_bucket{le="1.0"}' in text
            assert (await ada.get("/metrics", headers={"x-forwarded-for": "203.0.113.1"})).status_code == 403
            assert (await ada.get("/healthz")).text == "ok\n"
            site.server.store._writer.close()
            assert (await ada.get("/healthz")).status_code == 503
            site.server.store._writer = type(site.server.store._writer)(site.server.store._engine)

    run(test())
