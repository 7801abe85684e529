package dev.medley.connection.internal;

import dev.medley.connection.Header;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.OutboundRequest;
import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.value.FieldText;
import dev.medley.connection.internal.value.StreamUses;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A request to a partner, which has been checked, and what the broker needs to know of it.
 *
 * @param method the method, a token in capitals, such as {@code GET} or {@code M-SEARCH}
 * @param target path and query, from the root of the partner's host, encoded; sent byte for byte
 * @param headers fields beside those that Medley sets itself (Host, Content-Length, Content-Type of the body)
 * @param body the body, or null
 */
public record DefaultOutboundRequest(
        String method,
        String target,
        List<Header> headers,
        @Nullable RequestBody body) implements OutboundRequest {

    /** The default limit for {@link #checkHead}, in bytes. */
    public static final int DEFAULT_MAX_HEAD = 8 * 1024;

    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE");

    /** Fields that decide on the target, the framing or the connection of a request, in any case. */
    public static final Set<String> RESERVED_FIELDS =
            inAnyCase(HopByHopHeaders.with("content-length", "expect", "host"));

    private static final String VERSION = "HTTP/1.1";
    private static final String CONTENT_TYPE = "Content-Type";
    private static final int SHOWN_OF_TARGET = 64;

    /** The marks that a target may have unencoded beside letters and digits (RFC 3986, section 3.4). */
    private static final String TARGET_MARKS = "-._~!$&'()*+,;=:@/?";

    /**
     * Refuses methods, targets and fields that would not be one request on the wire.
     *
     * @throws InvalidRequestException if the target is refused
     * @throws IllegalArgumentException if anything else is refused
     */
    public DefaultOutboundRequest {
        if (!isMethod(method)) {
            throw InvalidRequestException.of(
                    "method '" + FieldText.printable(method) + "' is not a token in capitals",
                    "its method is not a token in capitals");
        }
        if (method.equals("CONNECT")) {
            // Jetty takes it for the beginning of a tunnel, and its connection leaves the pool.
            throw new IllegalArgumentException("method CONNECT asks for a tunnel, which Medley does not support");
        }
        checkTarget(target);
        headers = List.copyOf(headers);
        for (Header header : headers) {
            if (RESERVED_FIELDS.contains(header.name())) {
                throw new IllegalArgumentException(
                        "header " + header.name() + " is one that Medley sets itself, or that it does not send");
            }
        }
    }

    /** Returns whether its method is idempotent (RFC 9110, section 9.2.2). */
    public boolean idempotent() {
        return isIdempotent(method);
    }

    /** Returns whether {@code method} is idempotent. */
    public static boolean isIdempotent(String method) {
        return IDEMPOTENT.contains(method);
    }

    /** Returns whether it has the field {@code name}, in any case. */
    public boolean has(String name) {
        return HeaderFields.contain(headers, name);
    }

    /** Returns the same request with one field more. */
    public DefaultOutboundRequest with(Header header) {
        List<Header> all = new ArrayList<>(headers);
        all.add(header);
        return new DefaultOutboundRequest(method, target, all, body);
    }

    /** Returns whether it can be sent by a further attempt: not once a streamed body has a subscriber. */
    public boolean repeatable() {
        return body == null || StreamUses.isRepeatable(body);
    }

    /**
     * Returns the length in bytes of the request line, the {@link #headers} and the body's Content-Type, with their line
     * ends; the fields that the adapter adds (Host, User-Agent, Content-Length) do not count.
     */
    public int headLength() {
        int length = method.length() + target.length() + VERSION.length() + " \r\n ".length();
        for (Header header : headers) {
            length += fieldLength(header.name(), header.value());
        }
        return body == null ? length : length + fieldLength(CONTENT_TYPE, body.contentType());
    }

    /**
     * Checks that the head is not too long.
     *
     * @param maxBytes the most that {@link #headLength()} may be
     * @throws InvalidRequestException if it is more
     */
    public void checkHead(int maxBytes) {
        int length = headLength();
        if (length > maxBytes) {
            String known = SecretNames.masked(target);
            String shown = known.length() <= SHOWN_OF_TARGET ? known : known.substring(0, SHOWN_OF_TARGET) + "…";
            throw new InvalidRequestException(
                    "request line and header fields of %s %s take %d bytes (the target %d); at most %d are allowed"
                            .formatted(method, shown, length, target.length(), maxBytes),
                    true);
        }
    }

    private static int fieldLength(String name, String value) {
        return name.length() + value.length() + ": \r\n".length();
    }

    /**
     * Refuses targets that are not a path from the root and maybe a query (RFC 9112, section 3.2.1).
     *
     * @throws InvalidRequestException if it is refused
     */
    public static void checkTarget(String target) {
        if (!target.startsWith("/")) {
            throw InvalidRequestException.of(
                    "target '" + FieldText.printable(target) + "' does not begin with /",
                    "its target does not begin with /");
        }
        for (int i = 0; i < target.length(); i++) {
            char c = target.charAt(i);
            if (c == '%') {
                if (!isHexDigit(target, i + 1) || !isHexDigit(target, i + 2)) {
                    throw InvalidRequestException.of(
                            "target '%s' has a %% at %d that two hexadecimal digits do not follow; encode it as %%25"
                                    .formatted(FieldText.printable(target), i),
                            "its target has a % that two hexadecimal digits do not follow");
                }
            } else if (!isLetterOrDigit(c) && TARGET_MARKS.indexOf(c) < 0) {
                throw InvalidRequestException.of(
                        "target '%s' has the character U+%04X at %d, which a target may not have; encode it, or use {placeholders}"
                                .formatted(FieldText.printable(target), (int) c, i),
                        "its target has a character that has to be encoded");
            }
        }
    }

    private static Set<String> inAnyCase(Set<String> names) {
        Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        all.addAll(names);
        return Collections.unmodifiableSet(all);
    }

    /** Returns whether it is a token (RFC 9110, section 5.6.2) without small letters. */
    private static boolean isMethod(String method) {
        for (int i = 0; i < method.length(); i++) {
            char c = method.charAt(i);
            if (!FieldText.isTokenChar(c) || (c >= 'a' && c <= 'z')) {
                return false;
            }
        }
        return !method.isEmpty();
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private static boolean isHexDigit(String text, int at) {
        return at < text.length() && HexFormat.isHexDigit(text.charAt(at));
    }
}
