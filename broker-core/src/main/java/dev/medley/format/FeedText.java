package dev.medley.format;

import org.jsoup.nodes.Entities;
import org.jspecify.annotations.Nullable;

/** The text of a feed for an XML parser, which knows neither the DOCTYPE of RSS 0.91 nor its entities. */
final class FeedText {

    private static final String DOCTYPE = "<!DOCTYPE";
    private static final String CDATA = "<![CDATA[";
    private static final String COMMENT = "<!--";
    /** Of the names of entities. */
    private static final int MAX_NAME = 32;

    private FeedText() {}

    /**
     * Returns the text without its DOCTYPE, in whose place there are blanks.
     *
     * @throws FormatException if it declares anything itself, such as entities
     */
    static String withoutDoctype(String feed) throws FormatException {
        int at = XmlProlog.endOfMisc(feed);
        if (!feed.startsWith(DOCTYPE, at)) {
            return feed;
        }
        int end = at + DOCTYPE.length();
        char quote = 0;
        for (; end < feed.length(); end++) {
            char c = feed.charAt(end);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '[') {
                throw Faults.after(feed.substring(0, at), "a DOCTYPE with declarations is not allowed");
            } else if (c == '>') {
                break;
            }
        }
        int after = Math.min(feed.length(), end + 1);
        return feed.substring(0, at) + feed.substring(at, after).replaceAll("[^\n]", " ") + feed.substring(after);
    }

    /** Returns the text with the characters that entities of HTML name, such as that of a blank that is not broken, but for those of XML. */
    static String withoutEntities(String feed) {
        if (feed.indexOf('&') < 0) {
            return feed;
        }
        StringBuilder text = new StringBuilder(feed.length());
        int copied = 0;
        int at = 0;
        while (at < feed.length()) {
            char c = feed.charAt(at);
            if (c == '<' && (feed.startsWith(CDATA, at) || feed.startsWith(COMMENT, at))) {
                at = endOfLiteral(feed, at);
                continue;
            }
            int end = c == '&' ? endOfName(feed, at + 1) : -1;
            String character = end < 0 ? null : character(feed.substring(at + 1, end));
            at++;
            if (character != null) {
                text.append(feed, copied, at - 1).append(character);
                copied = end + 1;
                at = copied;
            }
        }
        return text.append(feed, copied, feed.length()).toString();
    }

    /** Returns the end of a CDATA section or comment, in which an ampersand is one. */
    private static int endOfLiteral(String feed, int begin) {
        int end = feed.indexOf(feed.startsWith(CDATA, begin) ? "]]>" : "-->", begin);
        return end < 0 ? feed.length() : end;
    }

    /** Returns the place of the semicolon behind a name; -1 if there is no name. */
    private static int endOfName(String feed, int begin) {
        int end = begin;
        int last = Math.min(feed.length(), begin + MAX_NAME);
        while (end < last && Character.isLetterOrDigit(feed.charAt(end))) {
            end++;
        }
        return end > begin && end < last && feed.charAt(end) == ';' ? end : -1;
    }

    /** Returns what an entity is in XML; null if XML knows it itself, or nobody does. */
    private static @Nullable String character(String name) {
        boolean own = switch (name) {
            case "amp", "lt", "gt", "quot", "apos" -> true;
            default -> false;
        };
        String value = own ? "" : Entities.getByName(name);
        return value.isEmpty()
                ? null
                : value.replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("\"", "&quot;");
    }
}
