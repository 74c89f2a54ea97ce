"""Calling the API."""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from types import TracebackType
from typing import Any, Self

import httpx

from .calls import AsyncCalls, Calls
from .errors import ConnectionFailedError, error_of, problem_of

# Longer than the minute after which a rate limit is whole again. A call that must wait longer fails at once.
_LONGEST_WAIT = 65.0
_FIRST_BACKOFF = 0.25
_LONGEST_BACKOFF = 8.0

_Outcome = httpx.Response | httpx.TransportError


class _Settings:
    """What both kinds of clients share."""

    def __init__(self, *, base_url: str, token: str, company_id: int | None, max_retries: int, timeout: float) -> None:
        self.max_retries = max_retries
        self.http: dict[str, Any] = {
            "base_url": base_url,
            "timeout": timeout,
            "headers": {
                "Accept": "application/json, application/problem+json",
                "Authorization": f"Bearer {token}",
                **({} if company_id is None else {"X-Company-ID": str(company_id)}),
            },
        }


def _request(
    client: httpx.Client | httpx.AsyncClient,
    method: str,
    path: str,
    *,
    query: dict[str, Any] | None,
    body: Any,
    idempotency_key: str | None,
) -> httpx.Request:
    """A POST or PATCH has a key, which stays the same however often it is sent."""
    writes = method in ("POST", "PATCH")
    return client.build_request(
        method,
        path,
        params={name: _text(value) for name, value in (query or {}).items() if value is not None},
        headers={"Idempotency-Key": idempotency_key or str(uuid.uuid4())} if writes else {},
        **({} if body is None else {"json": body}),
    )


def _text(value: Any) -> Any:
    return ("true" if value else "false") if isinstance(value, bool) else value


def _wait_before(outcome: _Outcome, retry: int) -> float | None:
    """The seconds before the request is sent again; None when that would not help."""
    # Jitter: clients that failed together do not come back together.
    backoff = min(_LONGEST_BACKOFF, _FIRST_BACKOFF * 2.0**retry) * random.uniform(0.5, 1)
    if isinstance(outcome, httpx.TransportError):
        return backoff
    if not _is_passing(outcome):
        return None
    said: str = outcome.headers.get("Retry-After", "")
    wait = float(said) if said.isdecimal() else backoff
    return wait if wait <= _LONGEST_WAIT else None


def _is_passing(response: httpx.Response) -> bool:
    status = response.status_code
    if status == 503:
        return True
    problem = problem_of(response) if status in (409, 429) else None
    if status == 409:
        return problem is not None and problem["code"] == "idempotency_key_in_use"
    # A wrong token does not become right by waiting.
    return status == 429 and (problem is None or problem["code"] != "too_many_failed_authentications")


def _answer(outcome: _Outcome) -> Any:
    if isinstance(outcome, httpx.TransportError):
        why = str(outcome) or type(outcome).__name__
        raise ConnectionFailedError(f"No answer came: {why}.", status=0) from outcome
    if not outcome.is_success:
        raise error_of(outcome)
    return outcome.json() if outcome.content else None


class Fatura(Calls):
    """The API of a store. Each call is a method with the name that the reference has, in snake case: it returns what
    the API answers, and raises a ``FaturaError`` for anything but success.

    :param base_url: where the API is, without ``/api/v1``: ``http://localhost:3000``
    :param token: decides the store and the environment: ``fatura_test_…`` is the sandbox
    :param company_id: refuses a token that is of another company than you think
    :param max_retries: how often a request is sent again after its first failure
    :param timeout: seconds for each step of a request: connecting, sending, waiting for the answer
    :param transport: another way to send requests, for proxies and tests
    """

    def __init__(
        self,
        *,
        base_url: str,
        token: str,
        company_id: int | None = None,
        max_retries: int = 2,
        timeout: float = 30.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._settings = _Settings(
            base_url=base_url, token=token, company_id=company_id, max_retries=max_retries, timeout=timeout
        )
        self._http = httpx.Client(**self._settings.http, transport=transport)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any:
        request = _request(self._http, method, path, query=query, body=body, idempotency_key=idempotency_key)
        retry = 0
        while True:
            outcome: _Outcome
            try:
                outcome = self._http.send(request)
            except httpx.TransportError as error:
                outcome = error
            wait = _wait_before(outcome, retry) if retry < self._settings.max_retries else None
            if wait is None:
                return _answer(outcome)
            time.sleep(wait)
            retry += 1


class AsyncFatura(AsyncCalls):
    """``Fatura`` for asyncio: the same calls, awaited. Its parameters are the same."""

    def __init__(
        self,
        *,
        base_url: str,
        token: str,
        company_id: int | None = None,
        max_retries: int = 2,
        timeout: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._settings = _Settings(
            base_url=base_url, token=token, company_id=company_id, max_retries=max_retries, timeout=timeout
        )
        self._http = httpx.AsyncClient(**self._settings.http, transport=transport)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()

    async def _call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any:
        request = _request(self._http, method, path, query=query, body=body, idempotency_key=idempotency_key)
        retry = 0
        while True:
            outcome: _Outcome
            try:
                outcome = await self._http.send(request)
            except httpx.TransportError as error:
                outcome = error
            wait = _wait_before(outcome, retry) if retry < self._settings.max_retries else None
            if wait is None:
                return _answer(outcome)
            await asyncio.sleep(wait)
            retry += 1
