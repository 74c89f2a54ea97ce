"""Reading what Fatura sends."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import cast

from standardwebhooks import Webhook, WebhookVerificationError

from .errors import SignatureError
from .events import WebhookEvent


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secret: str | Sequence[str]) -> WebhookEvent:
    """Reads a webhook, and makes sure that Fatura sent it within the last five minutes.

    An event of a name that this version of the package does not know passes as well.

    :param body: the bytes as they came, before any parser has touched them
    :param headers: those of the request, by names in any case
    :param secret: the secret of the webhook, ``whsec_…``; while you rotate it, the old one as well
    :raises SignatureError: the request is not Fatura's, or is too old
    """
    text = body.decode() if isinstance(body, bytes) else body
    signed = {name.lower(): value for name, value in headers.items()}
    reason = "There is no secret to verify the request with."
    for one in [secret] if isinstance(secret, str) else secret:
        try:
            Webhook(one).verify(text, signed)
        except WebhookVerificationError as error:
            reason = f"The request is not accepted: {error}."
        else:
            return cast(WebhookEvent, json.loads(text))
    raise SignatureError(reason)
