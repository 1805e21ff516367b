"""Files given with messages, from the upload to what the model says it got."""

import asyncio
import re
import struct
import zlib

import httpx
import pytest

from app.testing.people import Person
from app.testing.running import Running

PDF = b"%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\n2 0 obj <</Type /Page>> endobj\n%%EOF\n"


def png(width: int = 64, height: int = 32, *, noise: int = 0) -> bytes:
    """A black image; `noise` bytes of it are filler behind its end."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    rows = b"" if noise else zlib.compress(b"\0" * ((width + 7) // 8 + 1) * height)
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", rows) + chunk(b"IEND", b"") + b"\0" * noise


async def upload(person: Person, body: bytes, name: str = "a.png", **headers: str) -> httpx.Response:
    files = {"file": (name, body, "text/html")}
    return await person.http.post("/assist/attachments", files=files, headers={"Accept": "application/json", **headers})


async def given(person: Person, body: bytes, name: str = "a.png") -> str:
    return (await upload(person, body, name)).raise_for_status().json()["id"]


async def told(person: Person, conversation: str, text: str, **more: object) -> str:
    """What the model says to a message."""
    async with person.stream(conversation) as stream:
        (await person.say(conversation, text, **more)).raise_for_status()
        await stream.until(lambda stream: " before." in stream.html)
        return stream.html


async def test_the_model_gets_the_files_with_the_words_and_again_with_later_words(alice: Person) -> None:
    conversation = await alice.conversation()
    image, paper = await given(alice, png()), await given(alice, PDF, "paper.pdf")

    html = await told(alice, conversation, "What is this file?", attachments=[image, paper])

    assert "I was sent a PNG of 64 × 32, a PDF; 0 before." in html
    async with alice.stream(conversation) as stream:
        await alice.say(conversation, "What is in the history?", queue=True)
        await stream.until(lambda stream: "I was sent no file; 2 before." in stream.html)


async def test_a_message_may_be_files_alone_and_names_the_conversation(alice: Person) -> None:
    conversation = await alice.conversation()
    image = await given(alice, png(), "orders.png")

    sent = await alice.say(conversation, "  ", attachments=[image])

    assert sent.status_code == 202
    listed = await alice.http.get("/assist/conversations")
    assert "orders.png" in listed.text


async def test_transcript_and_exports_list_them_without_their_bytes(alice: Person, host: httpx.AsyncClient) -> None:
    conversation = await alice.conversation()
    image = await given(alice, png(), "a\u202e.png")
    await told(alice, conversation, "What is this file?", attachments=image)

    line = {"id": image, "name": "a.png", "type": "image/png", "size": len(png())}
    transcript = (await host.get(f"/v1/conversations/{conversation}")).json()
    markdown = await alice.http.get(f"/assist/conversations/{conversation}/transcript.md")

    assert [[line], []] == [message["attachments"] for message in transcript["messages"]]
    assert "- Attached: a.png" in markdown.text


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"", 422, "empty"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 415, "PNG, JPEG"),
        (b"<script>alert(1)</script>", 415, "PNG, JPEG"),
        (b"\x89PNG\r\n\x1a\n", 415, "PNG, JPEG"),
        (png(noise=4_000_000), 413, "3.8 MB"),
        (PDF + b"\0" * (10 * 2**20), 413, "10.0 MB"),
        (b"\0" * (11 * 2**20), 413, "larger than this route"),
        (png(8_001, 1), 422, "8,001 × 1"),
        (png(7_000, 7_000, noise=1), 422, "40 million"),
        (PDF + b"/Encrypt 5 0 R", 422, "password"),
        (PDF + b"/Type/Page " * 100, 422, "101 pages"),
    ],
)
async def test_what_the_model_could_not_read_is_refused_in_words(
    alice: Person, body: bytes, status: int, words: str
) -> None:
    refused = await upload(alice, body)

    assert (refused.status_code, refused.headers["content-type"]) == (status, "application/problem+json")
    assert words in refused.json()["detail"]


@pytest.mark.parametrize(
    ("body", "german", "arabic"),
    [
        (b"", "Die Datei ist leer.", "الملف فارغ."),
        (b"<svg>", "Diese Datei kann der Assistent nicht lesen.", "لا يستطيع المساعد قراءة هذا الملف."),
        (png(noise=4_000_000), "höchstens 3,75 MB", "أقصى حجم للملف المرفق"),
        (png(8_001, 1), "8.001 × 1 Pixel; höchstens 8.000 je Seite und 40 Millionen", "بكسل؛ والحد الأقصى"),
        (PDF + b"/Encrypt 5 0 R", "Das PDF ist mit einem Passwort geschützt.", "محمي بكلمة مرور"),
        (PDF + b"/Type/Page " * 100, "Das PDF hat 101 Seiten; höchstens 100", "عدد صفحات ملف PDF"),
    ],
)
async def test_whoever_reads_another_language_is_told_just_what_was_wrong(
    alice: Person, body: bytes, german: str, arabic: str
) -> None:
    for language, words in (("de", german), ("ar", arabic)):
        refused = await upload(alice, body, Accept="text/html", **{"HX-Request": "true", "Accept-Language": language})

        assert words in refused.text


async def test_whoever_reads_another_language_is_told_of_too_many_files(alice: Person) -> None:
    conversation, headers = await alice.conversation(), {"HX-Request": "true", "Accept-Language": "de"}
    body = {"text": "What?", "tab": alice.tab, "attachments": ["a_1"] * 6}

    refused = await alice.http.post(f"/assist/conversations/{conversation}/messages", json=body, headers=headers)

    assert "Eine Nachricht nimmt höchstens 5 Dateien." in refused.text


async def test_a_body_that_is_no_form_with_one_file_is_refused(alice: Person) -> None:
    async def post(**how: object) -> int:
        return (await alice.http.post("/assist/attachments", **how)).status_code  # pyright: ignore[reportArgumentType]

    two = [("file", ("a.png", png())), ("more", ("b.png", png()))]
    torn = {"content": b"--x\r\ntorn", "headers": {"Content-Type": "multipart/form-data; boundary=x"}}

    assert 415 == await post(json={"file": "x"})
    assert 422 == await post(files={"other": ("a.png", png())})
    assert 422 == await post(files=two)
    assert 400 == await post(**torn)


async def test_names_are_one_short_line_and_keep_their_ending(alice: Person) -> None:
    long = (await upload(alice, png(), f"C:\\photos\\{'x' * 300}.png")).json()["name"]
    folder = (await upload(alice, png(), "../../etc/a\u202e.png")).json()["name"]
    nothing = (await upload(alice, png(), "\u202e")).json()["name"]

    assert (len(long), long[-5:]) == (100, "….png")
    assert ("a.png", "file.png") == (folder, nothing)


async def test_a_link_shows_the_file_and_lets_it_do_nothing(alice: Person, nobody: httpx.AsyncClient) -> None:
    fragment = await upload(alice, png(), "ö.png", Accept="text/html", **{"HX-Request": "true"})
    link = fragment.text.partition('src="')[2].partition('"')[0]

    shown = await nobody.get(link)

    assert (shown.status_code, shown.content, shown.headers["content-type"]) == (200, png(), "image/png")
    assert "default-src 'none'; sandbox" == shown.headers["content-security-policy"]
    assert "nosniff" == shown.headers["x-content-type-options"]
    assert "inline; filename*=UTF-8''%C3%B6.png" == shown.headers["content-disposition"]
    assert [404, 404, 404] == [
        (await nobody.get(each)).status_code for each in (link[:-2], link.partition(".")[0], f"{link}x")
    ]


async def test_a_pdf_is_saved_and_not_opened(alice: Person, nobody: httpx.AsyncClient) -> None:
    conversation = await alice.conversation()
    html = await told(alice, conversation, "What is this pdf?", attachments=[await given(alice, PDF, "p.pdf")])
    link = html.partition('href="/assist/attachments/')[2].partition('"')[0]

    saved = await nobody.get(f"/assist/attachments/{link}")

    assert "attachment; filename*=UTF-8''p.pdf" == saved.headers["content-disposition"]


async def test_nobody_sends_another_s_file_and_none_goes_into_two_conversations(alice: Person, bob: Person) -> None:
    hers = await given(alice, png())
    first, second = await alice.conversation(), await alice.conversation()

    stolen = await bob.say(await bob.conversation(), "What is this file?", attachments=[hers])
    assert (404, "unknown_attachment") == (stolen.status_code, stolen.json()["code"])
    assert 202 == (await alice.say(first, "What is this file?", attachments=[hers])).status_code
    assert 404 == (await alice.say(second, "What is this file?", attachments=[hers])).status_code
    assert 422 == (await alice.say(second, "What?", attachments=[hers] * 6)).status_code
    assert 404 == (await alice.say(second, "What?", attachments=["a_\0"])).status_code


async def test_what_is_unsent_is_drawn_again_for_who_gave_it_until_it_is_sent(alice: Person, bob: Person) -> None:
    image, paper = await given(alice, png(), "mug.png"), await given(alice, PDF, "paper.pdf")
    url, html = (
        f"/assist/attachments?ids={paper},a_gone,{image},{image},",
        {"Accept": "text/html", "HX-Request": "true"},
    )

    drawn = (await alice.http.get(url, headers=html)).text
    listed = (await alice.http.get(url, headers={"Accept": "application/json"})).json()

    assert [paper, image] == re.findall(r'name="attachments" value="(\w+)"', drawn) == [each["id"] for each in listed]
    assert (200, "") == ((theirs := await bob.http.get(url, headers=html)).status_code, theirs.text)
    assert (200, "") == ((none := await alice.http.get("/assist/attachments", headers=html)).status_code, none.text)
    await alice.say(await alice.conversation(), "What is this file?", attachments=[image])
    assert "mug.png" not in (await alice.http.get(url, headers=html)).text


async def test_a_message_that_waits_keeps_its_files(alice: Person) -> None:
    conversation = await alice.conversation()
    image = await given(alice, png())
    async with alice.stream(conversation) as stream:
        await alice.say(conversation, "slowly")
        await alice.say(conversation, "What is this file?", attachments=[image], queue=True)

        await stream.until(lambda stream: "a PNG of 64 × 32" in stream.html)


async def test_a_message_with_files_may_be_put_anew_without_words(alice: Person) -> None:
    conversation = await alice.conversation()
    image = await given(alice, png(), "orders.png")
    sent = (await alice.say(conversation, "What is this file?", attachments=[image])).json()["message_id"]
    bare = (await alice.say(conversation, "hello", queue=True)).json()["message_id"]

    form = await alice.http.get(f"/assist/messages/{sent}?editing=true")
    anew = await alice.say(conversation, "", instead_of=sent)
    refused = await alice.say(conversation, " ", instead_of=bare)

    assert "orders.png" in form.text
    assert " required" not in form.text
    assert (anew.status_code, refused.status_code) == (202, 422)


async def test_a_message_that_waits_with_files_may_lose_its_words(alice: Person) -> None:
    conversation = await alice.conversation()
    image = await given(alice, png())
    async with alice.stream(conversation) as stream:
        await alice.say(conversation, "slowly")
        waits = (await alice.say(conversation, "Look", attachments=[image], queue=True)).json()["message_id"]
        alone = (await alice.say(conversation, "Look", queue=True)).json()["message_id"]

        revised = await alice.http.patch(f"/assist/messages/{waits}", json={"text": " "})
        refused = await alice.http.patch(f"/assist/messages/{alone}", json={"text": " "})

        assert (revised.status_code, refused.status_code) == (204, 422)
        await stream.until(lambda stream: 'class="queue__files"' in stream.html)


async def test_files_go_with_their_conversation(alice: Person, nobody: httpx.AsyncClient, server: Running) -> None:
    conversation = await alice.conversation()
    html = await told(alice, conversation, "What is this file?", attachments=[await given(alice, png())])
    link = html.partition('src="')[2].partition('"')[0]
    assert 200 == (await nobody.get(link)).status_code

    await alice.http.delete(f"/assist/conversations/{conversation}")

    assert 404 == (await nobody.get(link)).status_code


async def test_many_uploads_at_once_do_not_hold_the_others_up(alice: Person) -> None:
    large = png(noise=3_500_000)

    async with asyncio.timeout(20):
        *taken, seen = await asyncio.gather(*(upload(alice, large) for _ in range(5)), alice.http.get("/health/live"))

    assert [201] * 5 == [each.status_code for each in taken]
    assert 200 == seen.status_code
