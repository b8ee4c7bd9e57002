"""Shares as people read them."""

from __future__ import annotations


def against(share: float | None) -> str:
    """What something costs against another, in per cent; small shares with one decimal, none as 0.

    >>> [against(share) for share in (0.39, -0.25, 0.0312, 0.0, None, 2.5, -0.0004)]
    ['+39 %', '−25 %', '+3.1 %', '0 %', '', '+250 %', '−0.1 %']
    """
    if share is None:
        return ""
    percent = abs(share) * 100
    if not percent:
        return "0 %"
    figure = f"{max(percent, 0.1):.1f}" if percent < 9.95 else f"{percent:,.0f}"
    return f"{'−' if share < 0 else '+'}{figure} %"
