package dev.medley.connection;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request to a partner.
 *
 * @param method the method, in capitals
 * @param target path and query, from the root of the partner's host, encoded
 * @param headers fields beside those that Medley sets itself (Host, Content-Length, Content-Type of the body)
 * @param body what is sent along, or null
 */
public record OutboundRequest(
        String method,
        String target,
        List<Header> headers,
        @Nullable RequestBody body) {

    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE");
    /** They say where a request goes and where it ends, or what its connection is to become. */
    private static final Set<String> MEDLEYS_OWN = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private static final int FIRST_VISIBLE = 0x21;
    private static final int LAST_VISIBLE = 0x7E;

    /** Refuses methods, targets and fields that would not be one request on the wire. */
    public OutboundRequest {
        if (method.isEmpty() || !method.chars().allMatch(c -> c >= 'A' && c <= 'Z')) {
            throw new IllegalArgumentException("method '" + Header.printable(method) + "' is not of capital letters");
        }
        if (method.equals("CONNECT")) {
            // Jetty takes it for the beginning of a tunnel, and leaves its connection to whoever asked for one.
            throw new IllegalArgumentException("method CONNECT asks for a tunnel, which Medley does not make");
        }
        if (!target.startsWith("/")) {
            throw new IllegalArgumentException("target '" + Header.printable(target) + "' does not begin with /");
        }
        if (!isVisibleAscii(target)) {
            throw new IllegalArgumentException("target '" + Header.printable(target)
                    + "' has a blank, a control or a non-ASCII character; encode it, or use {placeholders}");
        }
        headers = List.copyOf(headers);
        for (Header header : headers) {
            if (MEDLEYS_OWN.contains(header.name().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "header " + header.name() + " is one that Medley sets itself, or that it does not send");
            }
        }
    }

    /** Whether sending it twice is meant to be as good as once (RFC 9110, section 9.2.2). */
    public boolean idempotent() {
        return IDEMPOTENT.contains(method);
    }

    private static boolean isVisibleAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < FIRST_VISIBLE || c > LAST_VISIBLE || c == '#') {
                return false;
            }
        }
        return true;
    }
}
