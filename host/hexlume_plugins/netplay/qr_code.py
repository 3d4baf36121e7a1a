"""QR codes of invitations: a phone's camera opens a link that nobody has to type."""

import segno

from .invitation import Invitation


def qr_code(link: str) -> list[str]:
    """Return the rows of a QR code of a link with an invitation, ``1`` for each dark module and ``0`` for a light one.

    Raises ``NetplayError`` for a link without an invitation: other texts get no code here.
    """
    Invitation.read(link)
    code = segno.make_qr(link, error="m")
    return ["".join(str(int(module)) for module in row) for row in code.matrix]
