package dev.medley.format.internal.feed;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Entities;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * A text of a feed, which may be plain or HTML: in Atom its author says which, in RSS he does not.
 *
 * @param value without white space at both ends
 * @param html whether it is HTML
 */
public record FeedContent(String value, boolean html) {

    /** A longer one is no title. */
    private static final int MAX_SEARCHED = 10_000;

    private static final Pattern CLOSING = Pattern.compile("</([a-zA-Z][a-zA-Z0-9]{0,15})>");
    private static final Pattern TAG = Pattern.compile("</?([a-zA-Z][a-zA-Z0-9]{0,15})(?=[\\s/>])");
    private static final Pattern REFERENCE = Pattern.compile("&(?:#\\d{1,7}|#[xX][0-9a-fA-F]{1,6}|(\\w{2,31}));");
    private static final Set<String> INLINE = Set.of(
            ("a abbr acronym b big blockquote br center cite code dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins kbd"
                            + " li ol p pre q s samp small span strike strong sub sup table tbody td th tr tt u ul var")
                    .split(" ", -1));

    /** Returns a text of RSS, which is taken for HTML if it looks like it. */
    public static FeedContent ofRss(FeedNode node) {
        if (node.hasChildren()) {
            return new FeedContent(node.markup(), true);
        }
        String text = node.text();
        return new FeedContent(text, looksLikeHtml(text));
    }

    /** Returns a text of RSS that is HTML, even if it has none of its signs. */
    public static FeedContent ofHtml(FeedNode node) {
        return new FeedContent(node.hasChildren() ? node.markup() : node.text(), true);
    }

    /** Returns a text of Atom 1.0, or of 0.3, which tells how it is written by an attribute more. */
    public static FeedContent ofAtom(FeedNode node) {
        String type = node.attribute("type");
        String kind = type == null ? "" : type.toLowerCase(Locale.ROOT);
        String mode = String.valueOf(node.attribute("mode")).toLowerCase(Locale.ROOT);
        boolean isXhtml = kind.equals("xhtml") || kind.endsWith("xml");
        boolean isHtml = kind.equals("html") || kind.equals("text/html");
        if (node.hasChildren()) {
            return new FeedContent(unwrapped(node, isXhtml), true);
        }
        String text = mode.equals("base64") || isOther(kind) ? decoded(node.text()) : node.text();
        return isXhtml && !mode.equals("escaped")
                ? new FeedContent(Entities.escape(text), true)
                : new FeedContent(text, isHtml || isXhtml);
    }

    private static boolean isOther(String type) {
        return type.indexOf('/') > 0 && !type.startsWith("text/") && !type.endsWith("xml");
    }

    /** The {@code div} around XHTML is no part of it. */
    private static String unwrapped(FeedNode node, boolean isXhtml) {
        FeedNode only = isXhtml && node.children().size() == 1 ? node.children().get(0) : null;
        boolean isDiv =
                only != null && (only.name().equals("xhtml:div") || only.name().equals("div"));
        return only != null && isDiv ? only.markup() : node.markup();
    }

    private static String decoded(String base64) {
        try {
            return new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.UTF_8).strip();
        } catch (IllegalArgumentException x) {
            return base64;
        }
    }

    /** A text with a closing tag or a reference is HTML if all its tags and references are. */
    public static boolean looksLikeHtml(String text) {
        String start = text.length() > MAX_SEARCHED ? text.substring(0, MAX_SEARCHED) : text;
        Matcher reference = REFERENCE.matcher(start);
        boolean has = CLOSING.matcher(start).find();
        while (reference.find()) {
            String name = reference.group(1);
            if (name != null && !Entities.isNamedEntity(name)) {
                return false;
            }
            has = true;
        }
        Matcher tag = TAG.matcher(start);
        while (has && tag.find()) {
            has = INLINE.contains(tag.group(1).toLowerCase(Locale.ROOT));
        }
        return has;
    }

    /** Returns it as plain text; null if there is none. */
    @Nullable
    public String asText() {
        String text = html ? Parser.parseBodyFragment(value, "").text().strip() : value;
        return text.isEmpty() ? null : text;
    }

    /** Returns it as HTML; null if there is none. */
    @Nullable
    public String asHtml() {
        return value.isEmpty() ? null : html ? value : Entities.escape(value);
    }
}
