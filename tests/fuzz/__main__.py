"""`python -m tests.fuzz`: run campaigns in their long form. Exit status 1 where a fault was found."""

from __future__ import annotations

import argparse

from tests.fuzz.campaign import Campaign, run_kind, tell
from tests.fuzz.table import CAMPAIGNS


def main() -> int:
    words = _arguments()
    faults = 0
    for name in words.campaigns or CAMPAIGNS:
        campaign = CAMPAIGNS[name]
        for kind in campaign.kinds:
            if words.only in kind:
                found = run_kind(campaign, kind, _numbers(campaign, words), words.seed)
                tell(found)
                faults += len(found.faults)
    return 1 if faults else 0


def _numbers(campaign: Campaign, words: argparse.Namespace) -> range:
    if words.case is not None:
        return range(words.case, words.case + 1)
    return range(words.cases or campaign.long)


def _arguments() -> argparse.Namespace:
    about = "\n".join(f"  {known.name:8} {known.about}" for known in CAMPAIGNS.values())
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz",
        description=f"{__doc__}\n\n{about}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("campaigns", nargs="*", choices=[[], *CAMPAIGNS], help="all of them if none is given")
    parser.add_argument(
        "--cases", type=int, default=0, help="of each kind; else as many as the campaign says"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="KIND", help="kinds whose name holds KIND")
    parser.add_argument("--case", type=int, help="one case by its number")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
