package dev.medley.format.internal.feed;

import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Tag;

/** The links of feeds. */
public final class FeedLinks {

    /** Those that lead anywhere; others run code, or stand for a file of whoever follows them. */
    private static final Set<String> SCHEMES = Set.of(
            "http", "https", "ftp", "ftps", "mailto", "news", "nntp", "magnet", "tel", "rtsp", "mms", "irc", "xmpp",
            "feed", "urn", "tag");

    private static final Tag LINK = Tag.valueOf("a");

    private FeedLinks() {}

    /** Returns the link as an absolute one if the base is; empty if it has a scheme that leads nowhere. */
    public static String absolute(String base, String link) {
        String relative = link.strip();
        String absolute = relative.isEmpty()
                ? ""
                : new Element(LINK, base).attr("href", relative).absUrl("href");
        String found = absolute.isEmpty() ? relative : absolute;
        int colon = found.indexOf(':');
        if (colon < 0 || !isScheme(found, colon)) {
            return found;
        }
        return SCHEMES.contains(found.substring(0, colon).toLowerCase(Locale.ROOT)) ? found : "";
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
