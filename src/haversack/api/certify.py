"""How much effort goes into bounding the optimality gap."""

from __future__ import annotations

from typing import Literal, get_args

Certify = Literal["off", "quick", "prove"]
MODES: tuple[Certify, ...] = get_args(Certify)
WANTED = "'off', 'quick' or 'prove'"
