"""Which sheet draws which measure."""

from __future__ import annotations

from bpe_play.tui.widgets.measure_digits import DigitsSheet
from bpe_play.tui.widgets.measure_indents import IndentsSheet
from bpe_play.tui.widgets.measure_learning import LearningSheet
from bpe_play.tui.widgets.measure_letters import LettersSheet
from bpe_play.tui.widgets.measure_lights import LightsSheet
from bpe_play.tui.widgets.measure_sheet import Sheet
from bpe_play.tui.widgets.measure_sides import SidesSheet
from bpe_play.tui.widgets.measure_size import SizeSheet
from bpe_play.tui.widgets.measure_tax import TaxSheet
from bpe_play.tui.widgets.measure_use import UseSheet
from bpe_play.tui.widgets.measure_words import WordsSheet

SHEETS: dict[str, type[Sheet]] = {
    "size": SizeSheet,
    "languages": TaxSheet,
    "use": UseSheet,
    "numbers": DigitsSheet,
    "indentation": IndentsSheet,
    "spelling": LettersSheet,
    "fertility": WordsSheet,
    "invariants": LightsSheet,
    "sides": SidesSheet,
    "algorithm": LearningSheet,
}
