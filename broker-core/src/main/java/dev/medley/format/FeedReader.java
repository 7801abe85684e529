package dev.medley.format;

import dev.medley.format.internal.feed.FeedLinks;
import dev.medley.format.internal.feed.FeedNode;
import dev.medley.format.internal.feed.FeedNotes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/** Reads a feed of any format. */
final class FeedReader {

    private static final Set<String> ROOTS = Set.of("rss", "rdf:rdf", "channel", "feed", "entry");

    private FeedReader() {}

    /**
     * Reads a feed.
     *
     * @throws FormatException if it is none, has a DOCTYPE with declarations, or is beyond the limits
     */
    static Feed read(Content content) throws FormatException {
        FeedNotes notes = new FeedNotes();
        String text = LenientText.ofFeed(content, notes);
        FeedLinks links = new FeedLinks(content.location() == null ? "" : content.location(), notes);
        if (text.stripLeading().startsWith("{")) {
            return new JsonFeed(notes, links).read(text, content.limits());
        }
        FeedNode root = root(FeedTree.read(text, content.limits(), notes), links);
        return root.name().equals("feed") || root.name().equals("entry")
                ? new AtomFeed(notes).read(root)
                : new RssFeed(notes).read(root);
    }

    private static FeedNode root(Document document, FeedLinks links) throws FormatException {
        Element first = document.firstElementChild();
        if (first == null) {
            throw new FormatException("it has no element; expected RSS, Atom or JSON Feed");
        }
        FeedNode root = FeedNode.root(first, links);
        if (!ROOTS.contains(root.name())) {
            throw new FormatException("its root element is %s; expected RSS, Atom or JSON Feed"
                    .formatted(Faults.ofParser("'" + first.tagName() + "'")));
        }
        return root;
    }

    /** Returns the texts of elements, without those that are empty. */
    static List<String> texts(List<FeedNode> nodes) {
        List<String> texts = new ArrayList<>();
        for (FeedNode each : nodes) {
            String text = each.textOrNull();
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** Returns the number of bytes that a text tells; null if it tells none. */
    static @Nullable Long length(@Nullable String text) {
        try {
            long length = text == null ? -1 : Long.parseLong(text);
            return length < 0 ? null : length;
        } catch (NumberFormatException x) {
            return null;
        }
    }
}
