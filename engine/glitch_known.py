"""Known glitch tokens of GPT-2's vocabulary, in groups, each with its reason: a guided tour.

All are single tokens in r50k (and p50k). How later vocabularies cut them is not written here but asked of
their tokenizers. Where a token came from was pieced together by readers of the vocabulary afterwards; the
text that the vocabulary was learned from was never published, so the reasons are likely, not proven.
"""

from __future__ import annotations

from dataclasses import dataclass

VOCABULARY = "r50k_base"


@dataclass(frozen=True)
class KnownGroup:
    """Glitch tokens with a common origin.

    tokens   text to id, in r50k
    reason   two sentences: where the text stood so often, and why the model hardly saw it
    """

    key: str
    title: str
    tokens: dict[str, int]
    reason: str


KNOWN_GLITCHES: tuple[KnownGroup, ...] = (
    KnownGroup(
        "counting",
        "People who count",
        {
            " SolidGoldMagikarp": 43453,
            " TheNitromeFan": 42090,
            " RandomRedditorWithNo": 36174,
            " Smartstocks": 32437,
            " Adinida": 46600,
        },
        "User names from a Reddit forum whose members count upwards together, one number a post, so that "
        "each name stood there many thousand times. The text that GPT-2 was trained on was chosen more "
        "carefully and left such pages out.",
    ),
    KnownGroup(
        "bots",
        "A bot that reports a game",
        {"StreamerBot": 37574, "TPPStreamerBot": 37579},
        "A program posted the state of a jointly played game on Reddit, every few minutes, under its own "
        "name. The whole name became one token, and reports without any prose are the first thing that a "
        "cleaning throws away.",
    ),
    KnownGroup(
        "game-names",
        "Names in lists of a game",
        {" Leilan": 50216, " Dragonbound": 17900},
        "Figures and abilities of a Japanese puzzle game, from long tables that were copied again and "
        "again. A tokenizer counts every copy, while a training text is freed of copies.",
    ),
    KnownGroup(
        "game-files",
        "Settings of games",
        {
            " guiActiveUn": 29372,
            " guiActiveUnfocused": 30210,
            " externalToEVA": 30212,
            " attRot": 35207,
            " strutConnector": 50009,
            "SpaceEngineers": 31032,
        },
        "Words from the files of games in which one builds rockets and space ships, shared by players who"
        " change them. Each file repeats the same words hundreds of times, and nothing in it looks like "
        "prose.",
    ),
    KnownGroup(
        "logs",
        "Words that programs write",
        {"PsyNetMessage": 28666, "EStreamFrame": 43177},
        "Log files of online games, pasted into forums by players in search of help. One paste holds the "
        "same word on every line, so a few pastes outvote many books.",
    ),
    KnownGroup(
        "buttons",
        "The buttons of a web page",
        {"rawdownloadcloneembedreportprint": 30906, "natureconservancy": 41380},
        "The labels of a row of buttons, read without the gaps between them: raw, download, clone, embed,"
        " report, print; and a name that stood in the frame of every page of its site. When pages are "
        "cleaned, the frame goes and only the article stays.",
    ),
    KnownGroup(
        "shops",
        "Behind the counter of web shops",
        {
            "BuyableInstoreAndOnline": 40242,
            "isSpecialOrderable": 39755,
            "quickShipAvailable": 39753,
            "externalActionCode": 31576,
            "ItemThumbnailImage": 39177,
            "wcsstore": 12781,
        },
        "Names of fields and folders in the software of web shops, repeated for every article on every "
        "page. They were never meant for readers, and a training text that is chosen for its readers "
        "lacks them.",
    ),
)


def known_ids() -> dict[int, str]:
    """Every token of the tour: id in r50k to its text."""
    return {token_id: text for group in KNOWN_GLITCHES for text, token_id in group.tokens.items()}
