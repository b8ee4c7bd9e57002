"""Words with their morphemes, the smallest parts that mean something, as they are written: un|happi|ness.

Chosen for clear borders; a letter that two parts share (German `Lehr|er`) is given to one of them. The list
is short and ours: it compares tokenizers, and proves nothing about a language.
"""

from __future__ import annotations

_ENGLISH = """
un|happi|ness re|writ|ing teach|er|s kind|ness care|less|ly un|break|able dis|agree|ment help|ful|ness
mis|understand|ing over|cook|ed under|ground rain|coat play|ful|ly friend|ship|s quick|ly end|less jump|ed
walk|ing dark|er tall|est im|possible pre|view child|hood king|dom free|dom non|sense sun|flower|s
book|shop out|run fore|see|able
"""

_TURKISH = """
ev|ler|imiz|den kitap|lar göz|lük|çü okul|da gel|iyor|um git|me|di|m araba|lar|ımız öğret|men|ler çalış|kan
su|suz tuz|lu güzel|lik yol|cu|luk bil|gi|li oku|yacak|lar yaz|dı|k anla|ma|mış|sınız el|ler|im şehir|ler
deniz|ler|de balık|çı kız|lar|a iş|çi|ler sev|gi|li görün|mez baş|la|dı kapı|yı ev|de|ki|ler
"""

_SPANISH = """
in|feliz|mente des|hacer niñ|o|s niñ|a|s cas|a|s gat|ito|s rápida|mente re|leer im|posible trabaj|ador|es
cant|ába|mos habl|aré com|ía|mos libr|ería zapat|ero pan|adería flor|ista bland|ura amarg|ura para|guas
saca|corchos abre|latas ante|ayer sub|marino tri|ángulo perr|ito lent|itud alt|ísimo nacion|al|idad
"""

_GERMAN = """
un|glück|lich Freund|schaft|en Haus|tür ver|gess|en Kind|er Kind|heit Frei|heit spiel|te ge|spiel|t schön|er
schön|ste Lehr|er|innen Arbeit|s|zimmer Donau|dampf|schiff Hand|schuh|e Tisch|lein Büch|er auf|steh|en
an|ruf|en be|zahl|en ent|deck|ung Wohn|ung|en les|bar hoff|nung|s|los furcht|bar sommer|lich Zahn|arzt
Wetter|bericht
"""

# Language (BCP 47) to words, each as its morphemes.
MORPHEMES: dict[str, tuple[tuple[str, ...], ...]] = {
    language: tuple(tuple(word.split("|")) for word in words.split())
    for language, words in {"en": _ENGLISH, "tr": _TURKISH, "es": _SPANISH, "de": _GERMAN}.items()
}
