"""The failures of a call, a class for each kind."""

from __future__ import annotations

from typing import Any

import httpx

from . import types


class FaturaError(Exception):
    """A call that the API refused, or that found no API. Its kinds are the classes below."""

    status: int
    """The HTTP status; 0 where no answer came."""
    code: str | None
    """Stable, for programs: ``invoice_paid``; None when something between us and the API answered instead."""
    request_id: str | None
    """For a question about this call."""
    problem: types.Problem | None
    """RFC 9457 problem details; None when something between us and the API answered instead."""

    def __init__(self, message: str, *, status: int, problem: types.Problem | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.problem = problem
        self.code = problem["code"] if problem else None
        self.request_id = problem["request_id"] if problem else None


class ConnectionFailedError(FaturaError):
    """No answer came: no network, a name that nobody knows, a server that closed the connection, too long a wait."""


class InvalidRequestError(FaturaError):
    """400, 413, 415 or 422: the request is wrong; ``problem["errors"]`` names each field."""


class AuthenticationError(FaturaError):
    """401: the token is missing, wrong, or over."""


class PermissionDeniedError(FaturaError):
    """403: the token may not do this, or not from here."""


class NotFoundError(FaturaError):
    """404: the store has no such record."""


class ConflictError(FaturaError):
    """409: the record does not allow it now."""


class RateLimitError(FaturaError):
    """429: too many requests, still after the retries."""


class ServerError(FaturaError):
    """500 or more: Fatura failed, still after the retries."""


class SignatureError(Exception):
    """A webhook that Fatura did not sign, or signed more than five minutes ago."""


_BY_STATUS: dict[int, type[FaturaError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def problem_of(response: httpx.Response) -> types.Problem | None:
    """The problem of an answer that is no success; a proxy's answer may have none."""
    try:
        body: Any = response.json()
    except ValueError:
        return None
    return body if isinstance(body, dict) and "code" in body and "request_id" in body else None  # type: ignore[return-value]


def error_of(response: httpx.Response) -> FaturaError:
    """The error of an answer that is no success."""
    status = response.status_code
    problem = problem_of(response)
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else FaturaError)
    detail = problem["detail"] if problem else f"The API answered {status}."
    fields = [f"{error['field']}: {error['message']}" for error in problem["errors"]] if problem else []
    return kind(" ".join([detail, *fields]), status=status, problem=problem)
