"""The Fatura API in Python: ``Fatura`` and ``AsyncFatura`` call it, ``verify_webhook`` reads what it sends."""

from . import types
from .client import AsyncFatura, Fatura
from .errors import (
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    FaturaError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    SignatureError,
)
from .events import WebhookEvent
from .listing import AsyncListing, Listing, Page
from .webhooks import verify_webhook

__all__ = [
    "AsyncFatura",
    "AsyncListing",
    "AuthenticationError",
    "ConflictError",
    "ConnectionFailedError",
    "Fatura",
    "FaturaError",
    "InvalidRequestError",
    "Listing",
    "NotFoundError",
    "Page",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "SignatureError",
    "WebhookEvent",
    "types",
    "verify_webhook",
]
