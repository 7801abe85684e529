package dev.medley.mashup.internal.field;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.HopByHopHeaders;
import dev.medley.exchange.Exchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The fields of a partner's response that a reply has, too: those that the mashup names, and those without which the status or the
 * body would say something else.
 */
public final class NamedFields implements PassedHead {

    private static final String CONTENT_ENCODING = "Content-Encoding";
    private static final String CONTENT_RANGE = "Content-Range";
    private static final String LOCATION = "Location";
    private static final int PARTIAL_CONTENT = 206;
    private static final int FIRST_ERROR = 400;
    private static final String UNKNOWN_TYPE = "application/octet-stream";

    /** Redirects, whose target is in {@code Location} (RFC 9110, section 15.4). */
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    /** Fields of one connection (RFC 9110, section 7.6.1), and those that follow from the body. */
    private static final Set<String> NEVER = HopByHopHeaders.with(
            "content-encoding",
            "content-length",
            "content-type",
            "date",
            "proxy-authenticate",
            "proxy-authorization",
            "server");

    private final List<String> names;

    /**
     * Creates the fields of these names.
     *
     * @throws IllegalArgumentException if one belongs to the connection, follows from the body, or is a field of CORS
     */
    public NamedFields(String... names) {
        this.names = List.of(names);
        for (String name : names) {
            if (NEVER.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "the field " + name
                                + " of a partner cannot be passed on: it belongs to the connection or is derived from the body");
            }
            if (CrossOriginFields.isOne(name)) {
                throw new IllegalArgumentException(
                        "the field " + name
                                + " of a partner cannot be passed on: it is about the partner's address; set server.cors instead");
            }
        }
    }

    @Override
    public boolean refuses(ResponseHead head) {
        return head.status() >= FIRST_ERROR || loseTarget(head);
    }

    @Override
    public String otherType() {
        return UNKNOWN_TYPE;
    }

    @Override
    public List<Header> fields(ResponseHead head, Exchange exchange) {
        return fields(head, true);
    }

    /** Returns whether the response is a redirect, whose target is not to be passed on. One without a target has none to lose. */
    public boolean loseTarget(ResponseHead head) {
        return REDIRECTS.contains(head.status()) && !isNamed(LOCATION);
    }

    private boolean isNamed(String field) {
        return names.stream().anyMatch(field::equalsIgnoreCase);
    }

    /**
     * Returns the fields.
     *
     * @param hasBody whether the reply has the body of the response
     */
    public List<Header> fields(ResponseHead head, boolean hasBody) {
        List<Header> fields = new ArrayList<>();
        if (hasBody) {
            add(fields, head, CONTENT_ENCODING);
        }
        if (head.status() == PARTIAL_CONTENT && !isNamed(CONTENT_RANGE)) {
            add(fields, head, CONTENT_RANGE);
        }
        for (String name : names) {
            add(fields, head, name);
        }
        return fields;
    }

    private static void add(List<Header> fields, ResponseHead head, String field) {
        for (Header header : head.headers()) {
            if (header.name().equalsIgnoreCase(field)) {
                fields.add(header);
            }
        }
    }
}
