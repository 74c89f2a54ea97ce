"""Verify a webhook of Fatura in Python 3: the standard library, no package."""

import base64
import hashlib
import hmac
import re
import time


def verify_service_signature(raw_body: bytes, headers: dict, secret: str) -> bool:
    """X-Service-Signature. While you rotate the secret, the second header has the signature of the one before.

    raw_body: the bytes as they came, before any parser has touched them.
    headers: by lower-case names.
    """
    expected = "sha256=" + hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    names = ("x-service-signature", "x-service-signature-previous")
    return any(_are_equal(headers.get(name), expected) for name in names)


def verify_standard_webhook(raw_body: bytes, headers: dict, secret: str, now=None, tolerance_seconds=300) -> bool:
    """webhook-signature (Standard Webhooks), which covers the time too: nobody can send you an old delivery again."""
    message_id = headers.get("webhook-id") or ""
    timestamp = headers.get("webhook-timestamp") or ""
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + raw_body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = (headers.get("webhook-signature") or "").split(" ")
    return any(_are_equal(signature, expected) for signature in signatures)


def _are_equal(given, expected: str) -> bool:
    """In a time that does not tell how much of it was right."""
    return hmac.compare_digest((given or "").encode(), expected.encode())
