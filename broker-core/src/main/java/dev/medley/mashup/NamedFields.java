package dev.medley.mashup;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.HopByHopHeaders;
import dev.medley.exchange.Exchange;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The fields of a partner's response that a reply has, too: those that the mashup names, and those without which the status or the
 * body would say something else.
 */
final class NamedFields implements PassedHead {

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
     * @throws IllegalArgumentException if one belongs to the connection, or follows from the body
     */
    NamedFields(String... names) {
        this.names = List.of(names);
        for (String name : names) {
            if (NEVER.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "the field " + name
                                + " of a partner cannot be passed on: it belongs to the connection or is derived from the body");
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
    public Reply addTo(Reply reply, ResponseHead head, Exchange exchange) {
        return addTo(reply, head, true);
    }

    /** Returns whether the response is a redirect, whose target is not to be passed on. One without a target has none to lose. */
    boolean loseTarget(ResponseHead head) {
        return REDIRECTS.contains(head.status()) && !isNamed(LOCATION);
    }

    private boolean isNamed(String field) {
        return names.stream().anyMatch(field::equalsIgnoreCase);
    }

    /**
     * Returns {@code reply} with the fields.
     *
     * @param hasBody whether it has the body of the response
     */
    Reply addTo(Reply reply, ResponseHead head, boolean hasBody) {
        Reply more = hasBody ? with(reply, head, CONTENT_ENCODING) : reply;
        if (head.status() == PARTIAL_CONTENT && !isNamed(CONTENT_RANGE)) {
            more = with(more, head, CONTENT_RANGE);
        }
        for (String name : names) {
            more = with(more, head, name);
        }
        return more;
    }

    private static Reply with(Reply reply, ResponseHead head, String field) {
        Reply more = reply;
        for (Header header : head.headers()) {
            if (header.name().equalsIgnoreCase(field)) {
                more = more.header(header.name(), header.value());
            }
        }
        return more;
    }
}
