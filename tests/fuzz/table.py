"""All campaigns, by name: a new one is a file and a line."""

from __future__ import annotations

from tests.fuzz import engine, formats, handouts, ids, kills, lessons, models, screens, streams
from tests.fuzz.campaign import Campaign

CAMPAIGNS: dict[str, Campaign] = {
    campaign.name: campaign
    for campaign in (
        *(
            known.CAMPAIGN
            for known in (engine, streams, formats, handouts, ids, lessons, models, kills, screens)
        ),
        screens.DAYS,
    )
}
