package dev.medley.mashup;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.PartnerResponse;
import dev.medley.mashup.internal.field.NamedFields;
import java.util.Set;

/** The response of a partner as a reply: status, type, body, and the fields that the mashup names. */
final class PassedOn {

    private static final byte[] NOTHING = {};
    private static final int LAST_STATUS = 599;

    /** Statuses without a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);

    private PassedOn() {}

    static Reply of(PartnerResponse response, String... names) {
        NamedFields fields = new NamedFields(names);
        ResponseHead head = response.head();
        if (head.status() > LAST_STATUS || fields.loseTarget(head)) {
            throw ProblemException.unexpectedStatus(response.exchange());
        }
        String type = head.header("Content-Type");
        boolean none = WITHOUT_BODY.contains(head.status());
        String mediaType = type == null ? "" : type;
        boolean ofHead = response.exchange().request().method().equals("HEAD");
        Reply whole = ofHead && !none
                ? Reply.ofHead(mediaType, head.contentLength())
                : Reply.bytes(mediaType, none ? NOTHING : response.body());
        return whole.status(head.status()).headers(fields.fields(head, whole.body().length > 0));
    }
}
