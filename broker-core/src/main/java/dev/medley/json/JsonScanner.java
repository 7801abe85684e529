package dev.medley.json;

import java.util.Arrays;

/**
 * Checks the grammar of one document (RFC 8259) and that no object has a name twice, in one pass over the bytes and without
 * making anything of them. Used once.
 */
final class JsonScanner {

    /** The bounds that Jackson has when it makes a tree: what is checked here must not fail there. */
    static final int MAX_DEPTH = 500;

    private static final int MAX_NUMBER = 1000;
    /** A number of fewer characters, with an exponent of fewer digits, is one of {@code float}. */
    private static final int LARGE_NUMBER = 38;

    private static final int LARGE_EXPONENT = 2;
    private static final int MAX_NAME = 50_000;
    private static final int MAX_STRING = 100_000_000;
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 4;
    private static final int LAST_SHOWN = 0x7E;
    /** Of a byte within a character of UTF-8. */
    private static final int CONTINUATION = 0x80;

    private static final int CONTINUATION_MASK = 0xC0;
    private static final int END = -1;

    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private final byte[] bytes;
    private final JsonLimits limits;
    private final JsonNames names;
    /** True for each depth at which an object is open, false for an array. */
    private boolean[] objects = new boolean[HEX];

    private int depth;
    private int at;
    private int tokens;
    /** True while the object or array that is open has no member or element. */
    private boolean first;
    /** True if a number may be beyond those of {@code double} and {@code float}. */
    private boolean large;
    /** True if the string that was scanned last has a backslash. */
    private boolean escaped;

    JsonScanner(byte[] bytes, JsonLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
        names = JsonNames.of(bytes, limits.maxNames());
    }

    /** Checks that the bytes are one document; returns whether a number in it may be too large for Java. */
    boolean check() throws MalformedJsonException {
        if (skipBlanks() == END) {
            throw new MalformedJsonException("the body is empty, not a JSON document");
        }
        value();
        while (depth > 0) {
            boolean object = objects[depth];
            int c = skipBlanks();
            if (c == (object ? '}' : ']')) {
                at++;
                close(object);
                continue;
            }
            if (!first) {
                if (c != ',') {
                    throw unexpected(object ? ", or }" : ", or ]");
                }
                at++;
                skipBlanks();
            }
            first = false;
            if (object) {
                name();
            }
            value();
        }
        if (skipBlanks() != END) {
            throw new MalformedJsonException("more than one JSON document, at " + place(at));
        }
        names.release();
        return large;
    }

    /** Scans a value that begins here; of an object or an array, the beginning only. */
    private void value() throws MalformedJsonException {
        count();
        int c = peek();
        switch (c) {
            case '{' -> open(true);
            case '[' -> open(false);
            case '"' -> {
                int from = at;
                string();
                if (at - from > MAX_STRING) {
                    throw error("a string of more than " + MAX_STRING + " bytes", from);
                }
            }
            case 't' -> literal(TRUE);
            case 'f' -> literal(FALSE);
            case 'n' -> literal(NULL);
            default -> {
                if (c != '-' && !isDigit(c)) {
                    throw unexpected("a value");
                }
                number();
            }
        }
    }

    private void open(boolean object) throws MalformedJsonException {
        if (depth == MAX_DEPTH) {
            throw error("a nesting depth of more than " + MAX_DEPTH, at);
        }
        at++;
        depth++;
        if (depth == objects.length) {
            objects = Arrays.copyOf(objects, 2 * depth);
        }
        objects[depth] = object;
        first = true;
        if (object) {
            names.enter();
        }
    }

    private void close(boolean object) throws MalformedJsonException {
        count();
        depth--;
        first = false;
        if (object) {
            names.leave();
        }
    }

    private void name() throws MalformedJsonException {
        count();
        int from = at;
        if (peek() != '"') {
            throw unexpected("a name in double quotes");
        }
        string();
        if (at - from > MAX_NAME) {
            throw error("a name of more than " + MAX_NAME + " bytes", from);
        }
        if (names.isFull()) {
            throw error("more than " + limits.maxNames() + " names", from);
        }
        if (escaped && names.isHalf(from + 1, at - 1)) {
            throw error("a name with half of a surrogate pair", from);
        }
        if (!names.add(from + 1, at - 1, escaped)) {
            throw MalformedJsonException.repeatedName("the name %s occurs twice in one object, again at %s"
                    .formatted(names.shown(from + 1, at - 1), place(from)));
        }
        if (skipBlanks() != ':') {
            throw unexpected(":");
        }
        at++;
        skipBlanks();
    }

    private void string() throws MalformedJsonException {
        escaped = false;
        at++;
        while (true) {
            at = endOfPlain(at);
            int c = peek();
            if (c == '"') {
                at++;
                return;
            }
            if (c != '\\') {
                throw unexpected("the closing quote of a string");
            }
            escape();
        }
    }

    private int endOfPlain(int from) {
        int end = from;
        while (end < bytes.length && isPlain(bytes[end])) {
            end++;
        }
        return end;
    }

    private static boolean isPlain(byte b) {
        return b != '"' && b != '\\' && (b >= FIRST_PRINTABLE || b < 0);
    }

    private void escape() throws MalformedJsonException {
        escaped = true;
        at++;
        int c = peek();
        if (c == 'u') {
            for (int i = 0; i < HEX_DIGITS; i++) {
                at++;
                if (Character.digit(peek(), HEX) < 0) {
                    throw unexpected("a hexadecimal digit");
                }
            }
        } else if (c < 0 || "\"\\/bfnrt".indexOf(c) < 0) {
            throw unexpected("a JSON escape");
        }
        at++;
    }

    private void number() throws MalformedJsonException {
        int from = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (peek() == '.') {
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            int exponent = at;
            digits();
            large |= at - exponent >= LARGE_EXPONENT;
        }
        large |= at - from >= LARGE_NUMBER;
        if (at - from > MAX_NUMBER) {
            throw error("a number of more than " + MAX_NUMBER + " characters", from);
        }
        delimiter();
    }

    private void digits() throws MalformedJsonException {
        if (!isDigit(peek())) {
            throw unexpected("a digit");
        }
        while (isDigit(peek())) {
            at++;
        }
    }

    private void literal(byte[] word) throws MalformedJsonException {
        int end = Math.min(bytes.length, at + word.length);
        if (!Arrays.equals(bytes, at, end, word, 0, word.length)) {
            throw unexpected("a value");
        }
        at = end;
        delimiter();
    }

    private void delimiter() throws MalformedJsonException {
        int c = peek();
        if (c != END && c != ',' && c != ']' && c != '}' && !isBlank(c)) {
            throw unexpected("the end of the value");
        }
    }

    private void count() throws MalformedJsonException {
        if (tokens == limits.maxTokens()) {
            throw error("more than " + limits.maxTokens() + " tokens", at);
        }
        tokens++;
    }

    private int skipBlanks() {
        int c = peek();
        while (isBlank(c)) {
            at++;
            c = peek();
        }
        return c;
    }

    /** The next byte, without its sign, or {@link #END}. */
    private int peek() {
        return at < bytes.length ? bytes[at] & 0xFF : END;
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private MalformedJsonException unexpected(String expected) {
        int c = peek();
        if (c == END) {
            return error("it ends too early, expected " + expected, at);
        }
        String found = c > FIRST_PRINTABLE && c <= LAST_SHOWN ? "'" + (char) c + "'" : "byte 0x%02X".formatted(c);
        return error("unexpected %s, expected %s".formatted(found, expected), at);
    }

    private MalformedJsonException error(String what, int offset) {
        return new MalformedJsonException("broken JSON: " + what + ", at " + place(offset));
    }

    /** Line and column, in characters, of the byte at {@code offset}. */
    private String place(int offset) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < offset; i++) {
            if (bytes[i] == '\n') {
                line++;
                column = 1;
            } else if ((bytes[i] & CONTINUATION_MASK) != CONTINUATION) {
                column++;
            }
        }
        return "line %d, column %d".formatted(line, column);
    }
}
