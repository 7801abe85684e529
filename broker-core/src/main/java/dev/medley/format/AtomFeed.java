package dev.medley.format;

import dev.medley.format.internal.feed.FeedContent;
import dev.medley.format.internal.feed.FeedNode;
import dev.medley.format.internal.feed.FeedNotes;
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
        for (FeedNode each : isEntry ? List.of(root) : root.children("entry", "item")) {
            entries.add(entry(each));
        }
        if (isEntry) {
            return new Feed(null, null, null, null, null, root.language(), entries, notes.all());
        }
        Instant updated = elements.updated(root);
        return new Feed(
                title(root, "title", "dc:title"),
                link(root),
                id(root),
                updated == null ? elements.published(root) : updated,
                title(root, "subtitle", "tagline", "description"),
                root.language(),
                entries,
                notes.all());
    }

    private Feed.Entry entry(FeedNode entry) {
        Instant published = elements.published(entry);
        Instant updated = elements.updated(entry);
        return new Feed.Entry(
                title(entry, "title", "dc:title", "media:title"),
                link(entry),
                id(entry),
                updated == null ? published : updated,
                published,
                html(entry, "summary", "abstract", "description"),
                html(entry, "content", "content:encoded"),
                FeedElements.authors(entry),
                FeedElements.categories(entry),
                elements.enclosures(entry));
    }

    private static @Nullable String link(FeedNode node) {
        String link = FeedElements.alternate(node);
        return link == null ? FeedElements.permalink(id(node)) : link;
    }

    private static @Nullable String id(FeedNode node) {
        String id = FeedElements.text(node, "id", "guid");
        return id == null ? null : node.absolute(id);
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
