package dev.medley.format;

import dev.medley.format.internal.feed.FeedContent;
import dev.medley.format.internal.feed.FeedNode;
import dev.medley.format.internal.feed.FeedNotes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads RSS 0.9, 0.91 to 0.94, 1.0, which is RDF, and 2.0, and the elements of other vocabularies that they have. Used once. */
final class RssFeed {

    private final FeedNotes notes;
    private final FeedElements elements;

    RssFeed(FeedNotes notes) {
        this.notes = notes;
        elements = new FeedElements(notes);
    }

    Feed read(FeedNode root) {
        FeedNode within = root.name().equals("channel") ? root : root.first(each -> true, "channel");
        FeedNode channel = within == null ? root : within;
        List<Feed.Entry> entries = new ArrayList<>();
        // Those of RDF are beside the channel.
        channel.children("item", "entry").forEach(each -> entries.add(item(each)));
        if (channel != root) {
            root.children("item", "entry").forEach(each -> entries.add(item(each)));
        }
        channel.children("items")
                .forEach(items -> items.children("item", "entry").forEach(each -> entries.add(item(each))));
        Instant updated = elements.updated(channel);
        String language = FeedElements.text(channel, "language", "dc:language");
        return new Feed(
                text(channel, "title", "dc:title", "media:title"),
                link(channel),
                FeedElements.text(channel, "id", "guid"),
                updated == null ? elements.published(channel) : updated,
                text(channel, "description", "dc:description", "subtitle", "itunes:subtitle", "itunes:summary"),
                language == null ? root.language() : language,
                entries,
                notes.all());
    }

    private Feed.Entry item(FeedNode item) {
        Instant published = elements.published(item);
        Instant updated = elements.updated(item);
        String link = link(item);
        return new Feed.Entry(
                text(item, "title", "dc:title", "media:title"),
                link == null ? permalink(item) : link,
                id(item),
                updated == null ? published : updated,
                published,
                html(item, "description", "summary", "dc:description", "abstract", "itunes:summary"),
                html(item, "content:encoded", "fullitem", "content", "xhtml:body", "body"),
                FeedElements.authors(item),
                FeedElements.categories(item),
                elements.enclosures(item));
    }

    private static @Nullable String id(FeedNode item) {
        String id = FeedElements.text(item, "guid", "id");
        return id == null ? item.attribute("rdf:about") : id;
    }

    private static @Nullable String link(FeedNode node) {
        FeedNode written = node.first(each -> each.textOrNull() != null, "link");
        String link = written == null ? null : FeedElements.link(written, written.text());
        if (link == null) {
            link = FeedElements.alternate(node);
        }
        // Of CDF, which is older than RSS.
        return link == null ? FeedElements.link(node, node.attribute("href")) : link;
    }

    /** A {@code guid} is a link, unless it says that it is not. */
    private static @Nullable String permalink(FeedNode item) {
        FeedNode guid = item.first(each -> each.textOrNull() != null, "guid");
        if (guid == null || "false".equalsIgnoreCase(guid.attribute("ispermalink"))) {
            return null;
        }
        return FeedElements.link(guid, guid.text());
    }

    private static @Nullable String text(FeedNode node, String... names) {
        FeedNode text = node.first(each -> each.textOrNull() != null, names);
        return text == null ? null : FeedContent.ofRss(text).asText();
    }

    private static @Nullable String html(FeedNode node, String... names) {
        FeedNode html = node.first(each -> !each.markup().isEmpty(), names);
        if (html == null) {
            return null;
        }
        boolean isAtom = html.attribute("type") != null;
        return (isAtom ? FeedContent.ofAtom(html) : FeedContent.ofHtml(html)).asHtml();
    }
}
