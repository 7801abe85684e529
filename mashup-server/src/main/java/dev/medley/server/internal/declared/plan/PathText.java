package dev.medley.server.internal.declared.plan;

import java.nio.charset.StandardCharsets;

/**
 * Percent-encodes paths and queries that are passed on (RFC 3986, sections 3.3 and 3.4). What comes out has no braces, so that it may
 * be a part of a template.
 */
final class PathText {

    /** What segments have beside letters and digits, and the slashes between them; a semicolon would begin parameters. */
    private static final String OF_PATH = "-._~!$&'()*+,=:@/";
    /** An encoded query has percent signs. */
    private static final String OF_QUERY = OF_PATH + ";?%";

    private static final String HEX = "0123456789ABCDEF";

    private PathText() {}

    /** Appends a path that is not encoded. */
    static void append(String path, StringBuilder to) {
        append(path, OF_PATH, to);
    }

    /** Appends a query that is encoded; characters that are not, and that clients send all the same, are encoded here. */
    static void appendQuery(String query, StringBuilder to) {
        append(query, OF_QUERY, to);
    }

    private static void append(String text, String kept, StringBuilder to) {
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xFF);
            boolean letterOrDigit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (letterOrDigit || kept.indexOf(c) >= 0) {
                to.append(c);
            } else {
                to.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
            }
        }
    }
}
