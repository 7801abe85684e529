package dev.medley.format;

import dev.medley.format.internal.feed.FeedDates;
import dev.medley.format.internal.feed.FeedLinks;
import dev.medley.format.internal.feed.FeedNotes;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Entities;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads JSON Feed 1.0 and 1.1. Used once. */
final class JsonFeed {

    private final FeedNotes notes;
    private final FeedLinks links;

    JsonFeed(FeedNotes notes, FeedLinks links) {
        this.notes = notes;
        this.links = links;
    }

    Feed read(String text, JsonLimits limits) throws FormatException {
        JsonNode feed = tree(text, limits);
        JsonNode items = feed.path("items");
        boolean isFeed = String.valueOf(text(feed, "version")).contains("jsonfeed.org");
        if (!isFeed || !items.isArray()) {
            throw new FormatException("it is JSON without a version of JSON Feed and items; expected a feed");
        }
        List<Feed.Entry> entries = new ArrayList<>();
        Instant updated = null;
        for (JsonNode each : items) {
            Feed.Entry entry = entry(each);
            entries.add(entry);
            Instant last = entry.updated();
            updated = last != null && (updated == null || last.isAfter(updated)) ? last : updated;
        }
        return new Feed(
                text(feed, "title"),
                link(feed, "home_page_url"),
                text(feed, "feed_url"),
                updated,
                text(feed, "description"),
                text(feed, "language"),
                entries,
                notes.all());
    }

    private static JsonNode tree(String text, JsonLimits limits) throws FormatException {
        try {
            return Json.parse(text.getBytes(StandardCharsets.UTF_8), limits).tree();
        } catch (MalformedJsonException x) {
            throw new FormatException(Faults.ofParser(String.valueOf(x.getMessage())));
        } catch (IllegalArgumentException x) {
            // No double is as large, though JSON allows it.
            throw new FormatException("it has a number that is too large");
        }
    }

    private Feed.Entry entry(JsonNode item) {
        Instant published = date(item, "date_published");
        Instant updated = date(item, "date_modified");
        String link = link(item, "url");
        String html = text(item, "content_html");
        String plain = text(item, "content_text");
        String summary = text(item, "summary");
        return new Feed.Entry(
                text(item, "title"),
                link == null ? link(item, "external_url") : link,
                text(item, "id"),
                updated == null ? published : updated,
                published,
                summary == null ? null : Entities.escape(summary),
                html == null && plain != null ? Entities.escape(plain) : html,
                authors(item),
                texts(item.path("tags")),
                enclosures(item));
    }

    /** An identifier may be a number. */
    private static @Nullable String text(JsonNode object, String name) {
        JsonNode value = object.path(name);
        boolean isText = value.isString() || (name.equals("id") && value.isNumber());
        String text = isText ? value.asString().strip() : "";
        return text.isEmpty() ? null : text;
    }

    private @Nullable String link(JsonNode object, String name) {
        String link = text(object, name);
        String absolute = link == null ? "" : links.absolute(link);
        return absolute.isEmpty() ? null : absolute;
    }

    private @Nullable Instant date(JsonNode item, String name) {
        String text = text(item, name);
        Instant date = text == null ? null : FeedDates.instant(text);
        if (text != null && date == null) {
            notes.date(name, text);
        }
        return date;
    }

    private static List<String> authors(JsonNode item) {
        Set<String> authors = new LinkedHashSet<>();
        JsonNode list = item.path("authors");
        for (JsonNode each : list.isArray() ? list : List.of(item.path("author"))) {
            String name = text(each, "name");
            if (name != null) {
                authors.add(name);
            }
        }
        return List.copyOf(authors);
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        for (JsonNode each : list) {
            if (each.isString() && !each.asString().isBlank()) {
                texts.add(each.asString().strip());
            }
        }
        return texts;
    }

    private List<Feed.Enclosure> enclosures(JsonNode item) {
        List<Feed.Enclosure> enclosures = new ArrayList<>();
        for (JsonNode each : item.path("attachments")) {
            String url = link(each, "url");
            if (url != null) {
                JsonNode length = each.path("size_in_bytes");
                enclosures.add(new Feed.Enclosure(
                        url,
                        text(each, "mime_type"),
                        length.canConvertToLong() && length.asLong() >= 0 ? (Long) length.asLong() : null));
            }
        }
        return enclosures;
    }
}
