package dev.medley.setting.internal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Origins of web pages, as browsers send them in {@code Origin} (RFC 6454, section 6.2): one of them, all hosts below a domain,
 * {@code *} for every one, or {@code null} for pages whose origin is opaque.
 *
 * @param beginning of the origin, up to the {@code *} of its host; all of it if there is none
 * @param end of the origin after that {@code *}; empty if there is none
 */
public record OriginPattern(String beginning, String end) {

    /** Every origin. */
    public static final OriginPattern ANY = new OriginPattern("*", "");

    /** The origin of sandboxed frames and of files. */
    public static final OriginPattern OPAQUE = new OriginPattern("null", "");

    private static final String EXPECTED =
            "scheme, host and port of a page, such as https://app.example or https://*.example.org; '*' for every origin,"
                    + " 'null' in quotes for an opaque one";

    private static final String LABEL = "[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?";
    private static final Pattern ORIGIN = Pattern.compile("([a-z][a-z0-9+.-]*)://(\\*(?=\\.))?((?:\\.?" + LABEL
            + ")(?:\\." + LABEL + ")*|\\[[0-9a-f:.]+])(?::([1-9][0-9]{0,4}))?");
    private static final int MAX_PORT = 65_535;

    /** Browsers leave these out. */
    private static final Map<String, String> DEFAULT_PORTS = Map.of("http", "80", "https", "443");

    /** Returns the parser of lists of them. */
    public static ValueParser<List<OriginPattern>> parser() {
        return ValueParsers.list(ValueParsers.single(
                OriginPattern::parse,
                OriginPattern::toString,
                value -> {},
                EXPECTED,
                "origin, `*` or `null`",
                ValueParsers.NOT_TEXT,
                schema -> schema.put("type", "string")
                        .put("pattern", "^(\\*|null|[A-Za-z][0-9A-Za-z+.-]*://[^/?#@]+)$")));
    }

    /**
     * Returns what {@code text} names.
     *
     * @throws InvalidValueException if that is no origin
     */
    public static OriginPattern parse(String text) {
        if (text.equals(ANY.beginning)) {
            return ANY;
        }
        if (text.equals(OPAQUE.beginning)) {
            return OPAQUE;
        }
        int host = text.indexOf("://");
        if (host >= 0 && text.indexOf('/', host + 3) >= 0) {
            throw new InvalidValueException(text, "has a path or a slash at its end, which no origin has", EXPECTED);
        }
        Matcher parts = ORIGIN.matcher(text.toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            throw new InvalidValueException(text, "is not an origin", EXPECTED);
        }
        String scheme = parts.group(1);
        String port = parts.group(4);
        if (port != null && Integer.parseInt(port) > MAX_PORT) {
            throw new InvalidValueException(text, "has an invalid port", "a port from 1 to " + MAX_PORT);
        }
        boolean leftOut = port == null || port.equals(DEFAULT_PORTS.get(scheme));
        String named = parts.group(3) + (leftOut ? "" : ":" + port);
        boolean isOne = parts.group(2) == null;
        if (isOne == named.startsWith(".")) {
            throw new InvalidValueException(text, "is not an origin", EXPECTED);
        }
        return isOne ? new OriginPattern(scheme + "://" + named, "") : new OriginPattern(scheme + "://", named);
    }

    /** Returns whether {@code origin}, the value of a field, is one of these. Case matters: browsers send lower case. */
    public boolean matches(String origin) {
        if (equals(ANY)) {
            return true;
        }
        if (end.isEmpty()) {
            return origin.equals(beginning);
        }
        int last = origin.length() - end.length();
        if (last <= beginning.length() || !origin.startsWith(beginning) || !origin.endsWith(end)) {
            return false;
        }
        for (int i = beginning.length(); i < last; i++) {
            char c = origin.charAt(i);
            boolean ofHost = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
            if (!ofHost) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return end.isEmpty() ? beginning : beginning + "*" + end;
    }
}
