"""Lists: a page, or every row."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, TypedDict, TypeVar

T = TypeVar("T")


class Page(TypedDict, Generic[T]):
    """A page of a list."""

    data: list[T]
    has_more: bool
    """Whether more rows follow."""


Cursor = dict[str, Any]


class Listing(Generic[T]):
    """A list: ``page()`` is its first page, and iterating it reads page after page as they are asked for."""

    def __init__(self, read_page: Callable[[Cursor], Page[T]]) -> None:
        self._read_page = read_page

    def page(self) -> Page[T]:
        return self._read_page({})

    def __iter__(self) -> Iterator[T]:
        page = self._read_page({})
        yield from page["data"]
        while page["has_more"] and page["data"]:
            page = self._read_page(_after(page))
            yield from page["data"]


class AsyncListing(Generic[T]):
    """A list: ``await page()`` is its first page, and ``async for`` reads page after page as they are asked for."""

    def __init__(self, read_page: Callable[[Cursor], Awaitable[Page[T]]]) -> None:
        self._read_page = read_page

    async def page(self) -> Page[T]:
        return await self._read_page({})

    async def __aiter__(self) -> AsyncIterator[T]:
        page = await self._read_page({})
        for row in page["data"]:
            yield row
        while page["has_more"] and page["data"]:
            page = await self._read_page(_after(page))
            for row in page["data"]:
                yield row


def _after(page: Page[Any]) -> Cursor:
    return {"starting_after": page["data"][-1]["id"]}
