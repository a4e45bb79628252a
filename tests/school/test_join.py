"""The page of pupils: small, the same for all, kept by browsers."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPResponse
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application

from apps.parts.join_page import join_page
from apps.school.join import JoinPage
from engine.words import languages

LIMIT = 100_000
"""Bytes of script, style and words, packed."""


def get(*requests: tuple[str, dict[str, str]]) -> list[HTTPResponse]:
    """Ask a server with nothing but the page: query and headers."""
    with ThreadPoolExecutor(1) as pool:  # a browser that another test used may have left a loop in this thread
        return pool.submit(asyncio.run, _get(*requests)).result()


async def _get(*requests: tuple[str, dict[str, str]]) -> list[HTTPResponse]:
    plug, port = bind_unused_port()
    server = HTTPServer(Application([(r"/join", JoinPage)]))
    server.add_socket(plug)
    client = AsyncHTTPClient()
    try:
        return [
            await client.fetch(f"http://127.0.0.1:{port}/join{query}", headers=headers, raise_error=False)
            for query, headers in requests
        ]
    finally:
        client.close()
        server.stop()
        await server.close_all_connections()


@pytest.mark.parametrize("language", languages())
def test_the_page_is_light_and_whole(language: str) -> None:
    page = join_page(language)
    assert len(gzip.compress(page.encode())) < LIMIT
    assert f'<html lang="{language}"' in page
    assert not re.search(r"(src|href)=[\"'](https?:)?//", page), "it fetches nothing more"
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert data is not None
    assert set(json.loads(data[1])["parts"]) == {"board", "steps", "rule"}


def test_a_browser_that_has_it_does_not_get_it_again() -> None:
    first, plain = get(("", {"Accept-Encoding": "gzip"}), ("", {}))
    assert first.body == plain.body == join_page("en").encode()
    tag = first.headers["Etag"]
    again, other = get(
        ("", {"Accept-Encoding": "gzip", "If-None-Match": tag}),
        ("?lang=ja", {"Accept-Encoding": "gzip", "If-None-Match": tag}),
    )
    assert (again.code, again.body) == (304, b"")
    assert other.code == 200
    assert other.body == join_page("ja").encode()


def test_it_speaks_the_language_of_the_address_or_of_the_browser() -> None:
    japanese = {"Accept-Language": "ja-JP,en;q=0.5"}
    found = get(("", japanese), ("?lang=en", japanese), ("?lang=xx", {}), ("?lang=%ff", {}))
    assert ['<html lang="ja"' in one.body.decode() for one in found] == [True, False, False, False]
