"""Characters as Hugging Face's normalizers and pre-tokenizers see them.

They ask several libraries, some of which stopped at Unicode 8 or 9: signs, marks and letters that are
younger are ordinary characters there. So each class here is that of Unicode 16 without some. All of them
were compared with tokenizers 0.23, code point by code point.
"""

from __future__ import annotations

from functools import lru_cache

import regex

from bpe_play.engine.unicode16 import ranges

SPACE = r"\p{White_Space}"

# What is no sign of punctuation there, in hexadecimal.
_NO_SIGNS = """
    61D 9FD A76 C77 C84 1B4E-1B4F 1B7D-1B7F 2E43-2E4F 2E52-2E5D 10D6E 10EAD 10F55-10F59 10F86-10F89
    113D4-113D5 113D7-113D8 1144B-1144F 1145A-1145B 1145D 11660-1166C 116B9 1183B 11944-11946 119E2
    11A3F-11A46 11A9A-11A9C 11A9E-11AA2 11B00-11B09 11BE1 11C41-11C45 11C70-11C71 11EF7-11EF8
    11F43-11F4F 11FFF 12FF1-12FF2 16D6D-16D6F 16E97-16E9A 16FE2 1E5FF 1E95E-1E95F
"""

# What is no mark that takes no room (Mn) there.
_NO_NONSPACING = """
    7FD 897-89F 8CA-8E1 9FE AFA-AFF B55 C04 C3C D00 D3B-D3C D81 EBA ECE 180F 1885-1886 1ABF-1ACE
    1DF6-1DFB A82C A8C5 A8FF A9BD 10D24-10D27 10D69-10D6D 10EAB-10EAC 10EFC-10EFF 10F46-10F50
    10F82-10F85 11070 11073-11074 110C2 111C9 111CF 1123E 11241 1133B 113BB-113C0 113CE 113D0 113D2
    113E1-113E2 11438-1143F 11442-11444 11446 1145E 1182F-11837 11839-1183A 1193B-1193C 1193E 11943
    119D4-119D7 119DA-119DB 119E0 11A01-11A0A 11A33-11A38 11A3B-11A3E 11A47 11A51-11A56 11A59-11A5B
    11A8A-11A96 11A98-11A99 11C30-11C36 11C38-11C3D 11C3F 11C92-11CA7 11CAA-11CB0 11CB2-11CB3
    11CB5-11CB6 11D31-11D36 11D3A 11D3C-11D3D 11D3F-11D45 11D47 11D90-11D91 11D95 11D97 11EF3-11EF4
    11F00-11F01 11F36-11F3A 11F40 11F42 11F5A 13440 13447-13455 1611E-16129 1612D-1612F 16F4F 16FE4
    1CF00-1CF2D 1CF30-1CF46 1E000-1E006 1E008-1E018 1E01B-1E021 1E023-1E024 1E026-1E02A 1E08F
    1E130-1E136 1E2AE 1E2EC-1E2EF 1E4EC-1E4EF 1E5EE-1E5EF 1E944-1E94A
"""

# What is no mark at all there.
_NO_MARKS = """
    7FD 897-89F 8CA-8D3 9FE AFA-AFF B55 C04 C3C CF3 D00 D3B-D3C D81 EBA ECE 1715 180F 1ABF-1ACE 1CF7
    1DF6-1DFA A82C A8FF 10D24-10D27 10D69-10D6D 10EAB-10EAC 10EFC-10EFF 10F46-10F50 10F82-10F85 11070
    11073-11074 110C2 11145-11146 111C9 111CE-111CF 11241 1133B 113B8-113C0 113C2 113C5 113C7-113CA
    113CC-113D0 113D2 113E1-113E2 1145E 1182C-1183A 11930-11935 11937-11938 1193B-1193E 11940
    11942-11943 119D1-119D7 119DA-119E0 119E4 11A01-11A0A 11A33-11A39 11A3B-11A3E 11A47 11A51-11A5B
    11A8A-11A99 11D31-11D36 11D3A 11D3C-11D3D 11D3F-11D45 11D47 11D8A-11D8E 11D90-11D91 11D93-11D97
    11EF3-11EF6 11F00-11F01 11F03 11F34-11F3A 11F3E-11F42 11F5A 13440 13447-13455 1611E-1612F 16F4F
    16F7F-16F87 16FE4 16FF0-16FF1 1CF00-1CF2D 1CF30-1CF46 1E08F 1E130-1E136 1E2AE 1E2EC-1E2EF
    1E4EC-1E4EF 1E5EE-1E5EF
"""

_CHINESE = "4E00-9FFF 3400-4DBF 20000-2A6DF 2A700-2B73F 2B740-2B81F 2B920-2CEAF F900-FAFF 2F800-2FA1F"


def _without(pattern: str, exceptions: str, also: str = "") -> str:
    return rf"(?:(?![{ranges(exceptions)}]){pattern}{also and rf'|[{ranges(also)}]'})"


# Patterns of the regex module, each for one character; they are used on `as_unicode16` texts.
SIGN = _without(r"[!-/:-@\[-`{-~\p{P}]", _NO_SIGNS, "166D 111C9")
NONSPACING = _without(r"\p{Mn}", _NO_NONSPACING, "1734 1171E")
MARK = _without(r"\p{M}", _NO_MARKS, "1CF2-1CF3")
CONTROL = _without(r"[\p{Cc}\p{Cf}\p{Co}\ufffd]", "9-A D 890-891 8E2 110CD 13430-1343F")
CHINESE = rf"[{ranges(_CHINESE)}]"

# Nmt: what goes, and what becomes a space.
NMT_GONE = r"[\x01-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]"
NMT_SPACE = r"[\t\n\x0c\r \u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]"

# Letters that some versions of Python do not know yet: first, last, and how far away the small ones are.
_YOUNG_CAPITALS = ((0x10D50, 0x10D65, 0x20), (0x16EA0, 0x16EB8, 0x1B))
_YOUNG_PAIRS = {
    0x1C89: 0x1C8A, 0xA7CB: 0x264, 0xA7CC: 0xA7CD, 0xA7CE: 0xA7CF, 0xA7D2: 0xA7D3, 0xA7D4: 0xA7D5,
    0xA7DA: 0xA7DB, 0xA7DC: 0x19B,
}  # fmt: skip
_SMALL = {
    **_YOUNG_PAIRS,
    **{code: code + by for first, last, by in _YOUNG_CAPITALS for code in range(first, last + 1)},
}


def lower(char: str) -> str:
    """The small form of one character, whatever stands beside it.

    >>> lower("Σ"), lower("İ") == "i\u0307", lower("\ua7da") == "\ua7db"
    ('σ', True, True)
    """
    known = _SMALL.get(ord(char))
    return char.lower() if known is None else chr(known)


@lru_cache(maxsize=64)
def compiled(pattern: str) -> regex.Pattern[str]:
    """One of the patterns above, or one made of them."""
    return regex.compile(pattern, regex.V0)
