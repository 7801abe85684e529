package dev.medley.format.internal.feed;

import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Tag;

/** The links of one feed. For one thread. */
public final class FeedLinks {

    /** All that a feed's bases add to its links: one long base would be repeated by each link. */
    private static final long MAX_ADDED = 4 << 20;

    /** Those that lead anywhere; others run code, or stand for a file of whoever follows them. */
    private static final Set<String> SCHEMES = Set.of(
            "http", "https", "ftp", "ftps", "mailto", "news", "nntp", "magnet", "tel", "rtsp", "mms", "irc", "xmpp",
            "feed", "urn", "tag");

    private static final Tag LINK = Tag.valueOf("a");

    private final String location;
    private final FeedNotes notes;
    private long added;

    /**
     * Creates the links of a feed.
     *
     * @param location of the feed, empty if it is not known
     */
    public FeedLinks(String location, FeedNotes notes) {
        this.location = location;
        this.notes = notes;
    }

    /** Returns the location of the feed, empty if it is not known. */
    String location() {
        return location;
    }

    /** Returns a link that is relative to the location of the feed. */
    public String absolute(String link) {
        return absolute(location, link);
    }

    /**
     * Returns the link as an absolute one if the base is; empty if it has a scheme that leads nowhere, or the bases of the feed have become
     * too long.
     */
    String absolute(String base, String link) {
        String relative = link.strip();
        int scheme = relative.indexOf("://");
        boolean isAbsolute = scheme > 0 && isScheme(relative, scheme);
        if (!isAbsolute && isBeyondBound(base)) {
            return "";
        }
        String context = isAbsolute ? "" : base;
        String absolute = relative.isEmpty()
                ? ""
                : new Element(LINK, context).attr("href", relative).absUrl("href");
        String found = absolute.isEmpty() ? relative : absolute;
        int colon = found.indexOf(':');
        if (colon < 0 || !isScheme(found, colon)) {
            return found;
        }
        return SCHEMES.contains(found.substring(0, colon).toLowerCase(Locale.ROOT)) ? found : "";
    }

    private boolean isBeyondBound(String base) {
        if (added <= MAX_ADDED) {
            added += base.length();
            if (added > MAX_ADDED) {
                notes.add("links whose bases have more than %d characters together".formatted(MAX_ADDED));
            }
        }
        return added > MAX_ADDED;
    }

    private static boolean isScheme(String link, int end) {
        for (int i = 0; i < end; i++) {
            char c = link.charAt(i);
            boolean fits =
                    c < 128 && (Character.isLetter(c) || (i > 0 && (Character.isDigit(c) || "+-.".indexOf(c) >= 0)));
            if (!fits) {
                return false;
            }
        }
        return end > 0;
    }
}
