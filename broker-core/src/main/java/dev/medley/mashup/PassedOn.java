package dev.medley.mashup;

import dev.medley.connection.ConnectionFields;
import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.Reason;
import java.util.Locale;
import java.util.Set;

/** The response of a partner as a reply: status, type, body, and the fields that the mashup names. */
final class PassedOn {

    private static final byte[] NOTHING = {};
    private static final int LAST_STATUS = 599;
    private static final String CONTENT_ENCODING = "Content-Encoding";

    /** Statuses without a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);

    /** Fields of one connection (RFC 9110, section 7.6.1), and those that follow from the body. */
    private static final Set<String> NEVER = ConnectionFields.with(
            "content-encoding",
            "content-length",
            "content-type",
            "date",
            "proxy-authenticate",
            "proxy-authorization",
            "server");

    private PassedOn() {}

    static Reply of(PartnerResponse response, String... fields) {
        for (String field : fields) {
            if (NEVER.contains(field.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("the field " + field
                        + " of a partner cannot be passed on: it belongs to the connection, or follows from the body");
            }
        }
        ResponseHead head = response.head();
        if (head.status() > LAST_STATUS) {
            throw new ProblemException(Problem.of(
                    Reason.UNEXPECTED_STATUS,
                    response.exchange().partner().name(),
                    response.exchange().state()));
        }
        String type = head.header("Content-Type");
        boolean none = WITHOUT_BODY.contains(head.status());
        String mediaType = type == null ? "" : type;
        boolean ofHead = response.exchange().request().method().equals("HEAD");
        Reply whole = ofHead && !none
                ? Reply.ofHead(mediaType, head.contentLength())
                : Reply.bytes(mediaType, none ? NOTHING : response.body());
        Reply reply = whole.status(head.status());
        if (reply.body().length > 0) {
            reply = with(reply, head, CONTENT_ENCODING);
        }
        for (String field : fields) {
            reply = with(reply, head, field);
        }
        return reply;
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
