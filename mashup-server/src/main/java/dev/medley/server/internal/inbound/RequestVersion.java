package dev.medley.server.internal.inbound;

import java.nio.ByteBuffer;

/**
 * The versions in the request lines of a connection, which Jetty's parser reads next. The name is case-sensitive (RFC 9112,
 * section 2.3), and a minor version that is not known is served as the highest known one (RFC 9110, section 2.5): Jetty takes
 * {@code http/1.1}, and refuses {@code HTTP/1.2}. Used by one thread at a time.
 */
final class RequestVersion {

    /** What a request line has before its version: method and target. */
    private static final int WORDS_BEFORE = 2;

    private static final String NAME = "HTTP/1.";
    private static final byte HIGHEST_MINOR = '1';
    /** Jetty refuses a request line with it by 400. */
    private static final byte NEVER_IN_A_LINE = 0;

    private static final byte SPACE = ' ';
    private static final byte LF = '\n';

    /** The words that have begun. */
    private int words;

    private boolean withinWord;
    /** The characters of the version so far; negative once it is another one than {@link #NAME}. */
    private int matched;

    /**
     * Reads the rest of a request line, each byte once, and changes the version in {@code buffer} if the parser would get it wrong.
     */
    void read(ByteBuffer buffer) {
        for (int i = buffer.position(); i < buffer.limit(); i++) {
            byte next = buffer.get(i);
            if (next > SPACE || next < 0) {
                if (!withinWord) {
                    withinWord = true;
                    words++;
                }
                if (words > WORDS_BEFORE) {
                    version(next, buffer, i);
                }
            } else if (next == LF) {
                boolean line = words > 0;
                words = 0;
                withinWord = false;
                matched = 0;
                // Before a request line there may be empty ones.
                if (line) {
                    return;
                }
            } else {
                withinWord = false;
            }
        }
    }

    private void version(byte next, ByteBuffer buffer, int at) {
        if (matched < 0 || words > WORDS_BEFORE + 1) {
            return;
        }
        if (matched == NAME.length()) {
            if (next > HIGHEST_MINOR && next <= '9') {
                buffer.put(at, HIGHEST_MINOR);
            }
            matched = -1;
        } else if (next == NAME.charAt(matched)) {
            matched++;
        } else {
            if (Character.toUpperCase(next) == NAME.charAt(matched)) {
                buffer.put(at, NEVER_IN_A_LINE);
            }
            matched = -1;
        }
    }
}
