package dev.medley.format;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads Atom 0.3 and 1.0. Used once. */
final class AtomFeed {

    private final FeedNotes notes;
    private final FeedElements elements;

    AtomFeed(FeedNotes notes) {
        this.notes = notes;
        elements = new FeedElements(notes);
    }

    /** Reads a feed, or an entry alone. */
    Feed read(FeedNode root) {
        boolean isEntry = root.name().equals("entry");
        List<Feed.Entry> entries = new ArrayList<>();
        for (FeedNode each : isEntry ? List.of(root) : root.children("entry")) {
            entries.add(entry(each));
        }
        if (isEntry) {
            return new Feed(null, null, null, null, null, root.language(), entries, notes.all());
        }
        return new Feed(
                title(root, "title", "dc:title"),
                FeedElements.alternate(root),
                id(root),
                elements.date(root, "updated", "modified", "dcterms:modified", "dc:date", "published", "pubdate"),
                title(root, "subtitle", "tagline", "description"),
                root.language(),
                entries,
                notes.all());
    }

    private Feed.Entry entry(FeedNode entry) {
        Instant published =
                elements.date(entry, "published", "issued", "pubdate", "dcterms:issued", "created", "dcterms:created");
        Instant updated = elements.date(entry, "updated", "modified", "dcterms:modified", "dc:date");
        String link = FeedElements.alternate(entry);
        return new Feed.Entry(
                title(entry, "title", "dc:title", "media:title"),
                link == null ? source(entry) : link,
                id(entry),
                updated == null ? published : updated,
                published,
                html(entry, "summary", "abstract", "description"),
                html(entry, "content", "content:encoded"),
                FeedElements.authors(entry),
                FeedElements.categories(entry),
                elements.enclosures(entry));
    }

    private static @Nullable String id(FeedNode node) {
        String id = FeedElements.text(node, "id", "guid");
        return id == null ? null : node.absolute(id);
    }

    /** The content of an entry may be a link to it. */
    private static @Nullable String source(FeedNode entry) {
        for (FeedNode each : entry.children("content")) {
            String source = each.attribute("src");
            String type = each.attribute("type");
            if (source != null && (type == null || type.contains("html"))) {
                return FeedElements.link(each, source);
            }
        }
        return null;
    }

    private static @Nullable String title(FeedNode node, String... names) {
        FeedNode title = node.first(each -> true, names);
        return title == null ? null : FeedContent.ofAtom(title).asText();
    }

    private static @Nullable String html(FeedNode node, String... names) {
        FeedNode text = node.first(each -> !each.markup().isEmpty(), names);
        return text == null ? null : FeedContent.ofAtom(text).asHtml();
    }
}
