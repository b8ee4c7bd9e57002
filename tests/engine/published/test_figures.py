"""The published figures of the OpenAI encodings, recomputed with our engine."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bpe_play.engine.characters import character_pieces
from bpe_play.engine.published import published_names
from bpe_play.engine.tokenizer import Tokenizer

Published = Callable[[str], Tokenizer]

CL100K = [
    ("1234", ["123", "4"], [4513, 19]),
    ("12345", ["123", "45"], [4513, 1774]),
    ("1000000", ["100", "000", "0"], [1041, 931, 15]),
    ("3.14159", ["3", ".", "141", "59"], [18, 13, 9335, 2946]),
    ("2024", ["202", "4"], [2366, 19]),
    ("    x = 1", ["   ", " x", " =", " ", "1"], [262, 865, 284, 220, 16]),
    ("        x = 1", ["       ", " x", " =", " ", "1"], [286, 865, 284, 220, 16]),
    ("\tx = 1", ["\tx", " =", " ", "1"], [10436, 284, 220, 16]),
    (" strawberry", [" strawberry"], [73700]),
    (" SolidGoldMagikarp", [" Solid", "Gold", "Mag", "ik", "arp"], [22925, 26509, 34015, 1609, 8035]),
]
R50K = [
    ("1234", ["12", "34"]),
    ("12345", ["123", "45"]),
    ("1000000", ["1", "000000"]),
    ("3.14159", ["3", ".", "14", "159"]),
    ("2024", ["20", "24"]),
    ("    x", [" ", " ", " ", " x"]),
]
GLITCHES = {
    " SolidGoldMagikarp": 43453, " TheNitromeFan": 42090, " RandomRedditorWithNo": 36174,
    " Smartstocks": 32437, " Leilan": 50216, " Adinida": 46600, " Dragonbound": 17900,
    "StreamerBot": 37574, "TPPStreamerBot": 37579, " guiActiveUn": 29372, " guiActiveUnfocused": 30210,
    " externalToEVA": 30212, " attRot": 35207, "rawdownloadcloneembedreportprint": 30906,
    "BuyableInstoreAndOnline": 40242, "isSpecialOrderable": 39755, "quickShipAvailable": 39753,
    "externalActionCode": 31576, "PsyNetMessage": 28666, "natureconservancy": 41380,
    "EStreamFrame": 43177, "ItemThumbnailImage": 39177, "wcsstore": 12781, " strutConnector": 50009,
    "SpaceEngineers": 31032,
}  # fmt: skip


@pytest.mark.parametrize(("text", "pieces", "ids"), CL100K)
def test_cl100k(text: str, pieces: list[str], ids: list[int], published: Published) -> None:
    spans = published("cl100k_base").tokenize(text).spans
    assert [span.id for span in spans] == ids
    assert [span.token.decode() for span in spans] == pieces


@pytest.mark.parametrize(("text", "pieces"), R50K)
def test_r50k(text: str, pieces: list[str], published: Published) -> None:
    spans = published("r50k_base").tokenize(text).spans
    assert [span.token.decode() for span in spans] == pieces


def test_strawberry(published: Published) -> None:
    spans = published("cl100k_base").tokenize("strawberry").spans
    assert [span.token for span in spans] == [b"str", b"aw", b"berry"]


def test_hello_world(published: Published) -> None:
    for name in ("r50k_base", "gpt2"):
        assert published(name).encode("Hello, world!") == [15496, 11, 995, 0]


def test_both_sizes_are_as_listed(published: Published) -> None:
    for info in published_names():
        tokenizer = published(info.name)
        assert info.mergeable == len(tokenizer.vocabulary)
        assert info.n_vocab == max(*tokenizer.vocabulary.tokens, *tokenizer.specials.by_id) + 1
    sizes = {info.name: (info.mergeable, info.n_vocab) for info in published_names()}
    assert sizes["r50k_base"] == (50_256, 50_257)
    assert sizes["cl100k_base"] == (100_256, 100_277)
    assert sizes["o200k_base"] == (199_998, 200_019)


@pytest.mark.parametrize(("text", "token_id"), GLITCHES.items())
def test_glitch_tokens_are_single_in_r50k_alone(text: str, token_id: int, published: Published) -> None:
    assert published("r50k_base").encode(text) == [token_id]
    assert len(published("o200k_base").encode(text)) > 1


def test_glitch_tokens_that_cl100k_kept(published: Published) -> None:
    assert published("cl100k_base").encode("externalActionCode") == [91198]
    assert published("cl100k_base").encode("wcsstore") == [40270]


@pytest.mark.parametrize(
    ("name", "not_text", "unreachable"),
    [("r50k_base", 344, 0), ("cl100k_base", 773, 0), ("o200k_base", 1562, 12)],
)
def test_tokens_that_are_not_text_or_that_no_text_gives(
    name: str, not_text: int, unreachable: int, published: Published
) -> None:
    tokenizer = published(name)
    text = {token_id: token for token_id, token in tokenizer.vocabulary.tokens.items() if _is_text(token)}
    assert len(tokenizer.vocabulary) - len(text) == not_text
    # A token that is one piece is reached: its merges were recovered from it. Some are tried all the same.
    cut = tokenizer.pre_tokenizer.pieces
    tried = {
        token_id: token for token_id, token in text.items() if token_id % 50 == 0 or cut(token) != [token]
    }
    missed = {token_id: token for token_id, token in tried.items() if tokenizer.encode(token) != [token_id]}
    assert len(missed) == unreachable
    if missed:
        assert (missed[3413], missed[3914], missed[24091]) == (b" I'", b"\n//", b"\r\n//")


def _is_text(token: bytes) -> bool:
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize(
    ("name", "token_id"), [("r50k_base", 35496), ("cl100k_base", 58040), ("o200k_base", 72056)]
)
def test_the_longest_token_has_128_bytes(name: str, token_id: int, published: Published) -> None:
    tokens = published(name).vocabulary.tokens
    assert max(map(len, tokens.values())) == len(tokens[token_id]) == 128
    assert published("cl100k_base").vocabulary.tokens[58040] == b" " * 128


def test_characters_cut_by_token_borders(published: Published) -> None:
    cl100k = published("cl100k_base")
    assert cl100k.encode("🤖") == [9468, 97, 244]
    assert [span.token for span in cl100k.tokenize("🤖").spans] == [b"\xf0\x9f", b"\xa4", b"\x96"]
    assert [span.token for span in cl100k.tokenize("😀").spans] == [b"\xf0\x9f\x98", b"\x80"]
    assert cl100k.encode("😀") == [76460, 222]
    assert [span.token for span in cl100k.tokenize(" щ").spans] == [b" \xd1", b"\x89"]
    assert len(cl100k.encode("Эта щука живёт в южном море.")) == 19


def test_borders_inside_japanese_characters(published: Published) -> None:
    text = "東京の桜は綺麗です。".encode()
    spans = published("cl100k_base").tokenize(text).spans
    torn = [
        span
        for span in spans
        if any(piece.first > 1 for piece in character_pieces(text, span.start, span.end))
    ]
    assert (len(spans), len(torn)) == (15, 6)


@pytest.mark.parametrize(
    ("name", "tokens"), [("r50k_base", 44_560), ("cl100k_base", 36_958), ("o200k_base", 36_845)]
)
def test_the_whole_of_alice(name: str, tokens: int, alice: bytes, published: Published) -> None:
    assert len(published(name).encode(alice)) == tokens
