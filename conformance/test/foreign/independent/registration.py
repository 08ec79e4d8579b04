"""Who may take part in a league: the rules by which a league manager decides on a registration."""
import ipaddress
import re
from urllib.parse import urlsplit

from .shapes import ANY_TEXT, fields, integer, list_of, nullable, text

OLDEST_VERSION = (2, 0, 0)
META = {
    "display_name": text(r".+", 64),
    "version": ANY_TEXT,
    "game_types": list_of(ANY_TEXT),
    "contact_endpoint": text(r".+", 2048),
}
OPTIONAL_META = {"protocol_version": nullable(ANY_TEXT)}
PLAYER_REGISTRATION = fields(player_meta=fields(**META, optional=OPTIONAL_META))
REFEREE_REGISTRATION = fields(
    referee_meta=fields(**META, max_concurrent_matches=integer(1), optional=OPTIONAL_META)
)


def is_too_old(version):
    numbers = [int(part) if re.fullmatch(r"[0-9]+", part) else 0 for part in (version or "2.0.0").split(".")]
    return (*numbers, 0, 0)[:3] < OLDEST_VERSION


def is_repeated(meta, conversation, namesake):
    """Whether the member of this name sends its registration once more: it gets the same answer."""
    now, before = (meta["contact_endpoint"], conversation), (namesake["endpoint"], namesake["conversation"])
    return now == before


def rejection(meta, namesake, *, is_full, is_closed):
    """Why a new registration is refused, or None."""
    if "even_odd" not in meta["game_types"]:
        return "Unsupported game type"
    if not is_loopback(meta["contact_endpoint"]):
        return "Invalid endpoint"
    if namesake:
        return "Duplicate name"
    if is_full:
        return "League full"
    return "Registration closed" if is_closed else None


def is_loopback(endpoint):
    """Registering must not make the manager call another machine."""
    try:
        address = urlsplit(endpoint)
        host, port = address.hostname or "", address.port
        is_local = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
    return is_local and port != 0 and address.scheme in ("http", "https")
