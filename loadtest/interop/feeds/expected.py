"""Writes what feedparser (Python) says of each sample of a folder: expected.json, which FeedSamplesTest compares with.

Use: python3 -m pip install feedparser==6.0.14; python3 expected.py FOLDER
"""

import json
import pathlib
import re
import sys
import time

import feedparser

HEADER = re.compile(rb"^Header:\s*([\w-]+):\s*(.+?)\s*$", re.MULTILINE)


def date(value):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", value) if value else None


def text(value, key):
    found = value.get(key)
    if not found:
        return None
    detail = value.get(key + "_detail", {})
    return {"value": found, "type": detail.get("type", "text/plain")}


def dates(value):
    return date(value.get("updated_parsed") or value.get("published_parsed"))


def expected(sample):
    body = sample.read_bytes()
    fields = {name.decode().lower(): value.decode("latin-1") for name, value in HEADER.findall(body[:2000])}
    fields.setdefault("content-type", "application/xml")
    parsed = feedparser.parse(body, response_headers={"content-location": "http://127.0.0.1:8097/", **fields})
    feed = parsed.feed
    return {
        "file": sample.name,
        "type": fields["content-type"],
        "location": fields.get("content-location", ""),
        "malformed": bool(parsed.bozo),
        "title": text(feed, "title"),
        "link": feed.get("link") or None,
        "updated": dates(feed),
        "entries": [
            {"title": text(each, "title"), "link": each.get("link") or None, "updated": dates(each)}
            for each in parsed.entries
        ],
    }


def main():
    folder = pathlib.Path(sys.argv[1])
    samples = sorted(each for each in folder.iterdir() if each.suffix == ".xml")
    found = [expected(each) for each in samples]
    with open(folder / "expected.json", "w", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(json.dumps(each, ensure_ascii=True) for each in found) + "\n]\n")
    print(f"{len(found)} samples, feedparser {feedparser.__version__}")


if __name__ == "__main__":
    main()
