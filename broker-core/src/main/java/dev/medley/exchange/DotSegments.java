package dev.medley.exchange;

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

    private final String path;
    /** Behind the character that was read last. */
    private int next;

    private DotSegments(String path) {
        this.path = path;
    }

    /** Returns whether {@code path} has one. */
    static boolean isIn(String path) {
        return (path.indexOf('.') >= 0 || path.indexOf('%') >= 0) && new DotSegments(path).find();
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
