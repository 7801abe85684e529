package dev.medley.exchange.internal.target;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds segments {@code .} and {@code ..} (RFC 3986, section 3.3) in a path, as the most lenient of servers would: dots,
 * slashes, backslashes and semicolons may be percent-encoded, more than once, and path parameters do not count.
 */
final class DotSegments {

    private static final String DOT = "2e";
    private static final String SLASH = "2f";
    private static final String BACKSLASH = "5c";
    private static final String SEMICOLON = "3b";
    private static final String PERCENT = "25";

    private static final int LONGEST = 2;
    private static final int HEX = 16;
    /** A path that can be decoded more often takes time, and serves only to hide something. */
    private static final int MAX_ROUNDS = 8;

    private static final Pattern ENCODED = Pattern.compile("%(?:25)+|%([0-7][0-9A-Fa-f])");

    private final String path;
    /** Behind the character that was read last. */
    private int next;

    private DotSegments(String path) {
        this.path = path;
    }

    /** Returns whether {@code path} has one. */
    static boolean isIn(String path) {
        if (path.indexOf('%') < 0) {
            return path.indexOf('.') >= 0 && new DotSegments(path).find();
        }
        // The digits of an encoding may be encoded themselves.
        String decoded = path;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            if (new DotSegments(decoded).find()) {
                return true;
            }
            String before = decoded;
            decoded = decoded(before);
            if (decoded.equals(before)) {
                return false;
            }
        }
        return true;
    }

    /** Decodes what is ASCII once, but a percent sign that is encoded however often at once. */
    private static String decoded(String path) {
        return ENCODED.matcher(path).replaceAll(found -> {
            String digits = found.group(1);
            return digits == null ? "%" : Matcher.quoteReplacement(Character.toString(Integer.parseInt(digits, HEX)));
        });
    }

    private boolean find() {
        int length = 0;
        boolean onlyDots = true;
        boolean parameters = false;
        while (next < path.length()) {
            char c = read();
            if (c == '/') {
                if (isDotSegment(length, onlyDots)) {
                    return true;
                }
                length = 0;
                onlyDots = true;
                parameters = false;
            } else if (c == ';') {
                parameters = true;
            } else if (!parameters) {
                length++;
                onlyDots &= c == '.';
            }
        }
        return isDotSegment(length, onlyDots);
    }

    private static boolean isDotSegment(int length, boolean onlyDots) {
        return onlyDots && length > 0 && length <= LONGEST;
    }

    /** Reads one character, decoded if it matters here; others stand for themselves. */
    private char read() {
        char c = path.charAt(next++);
        if (c != '%') {
            return c == '\\' ? '/' : c;
        }
        int digits = next;
        while (isAt(digits, PERCENT)) {
            digits += PERCENT.length();
        }
        char decoded = isAt(digits, DOT)
                ? '.'
                : isAt(digits, SLASH) || isAt(digits, BACKSLASH) ? '/' : isAt(digits, SEMICOLON) ? ';' : '%';
        if (decoded != '%') {
            next = digits + DOT.length();
        }
        return decoded;
    }

    private boolean isAt(int index, String digits) {
        return path.regionMatches(true, index, digits, 0, digits.length());
    }
}
