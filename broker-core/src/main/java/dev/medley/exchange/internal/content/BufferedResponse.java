package dev.medley.exchange.internal.content;

import dev.medley.connection.ResponseHead;
import dev.medley.format.PartnerFault;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import dev.medley.partner.internal.cache.CheckedBody;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A whole response. Its bytes are not to be changed. */
public final class BufferedResponse {

    private final ResponseHead head;
    private final byte[] body;
    /** Null for one that is neither stored nor large. */
    private final @Nullable CheckedBody checked;
    /** That which the body was found to have before, where it is large. */
    private final @Nullable PartnerFault fault;

    private final boolean faultIsKnown;

    /** Creates one; {@code body} is empty if it was streamed. */
    public BufferedResponse(ResponseHead head, byte[] body) {
        this(head, body, null, null, false);
    }

    /** Creates one whose body is stored, or large. */
    public BufferedResponse(ResponseHead head, CheckedBody body) {
        this(head, body.bytes(), body, null, false);
    }

    private BufferedResponse(
            ResponseHead head,
            byte[] body,
            @Nullable CheckedBody checked,
            @Nullable PartnerFault fault,
            boolean faultIsKnown) {
        this.head = head;
        this.body = body;
        this.checked = checked;
        this.fault = fault;
        this.faultIsKnown = faultIsKnown;
    }

    /** Status and header fields. */
    public ResponseHead head() {
        return head;
    }

    /** The body; not a copy. */
    public byte[] body() {
        return body;
    }

    /**
     * The body as a document. It may have been checked before: for another exchange that a stored one has answered, or because it is
     * large.
     *
     * @throws MalformedJsonException if it is none within {@code limits}
     */
    public Json document(JsonLimits limits, BiFunction<String, String, RuntimeException> origin)
            throws MalformedJsonException {
        return checked == null ? Json.parse(body, limits, origin) : checked.document(limits, origin);
    }

    /** The body, whose check is made once. */
    public CheckedBody checkedBody() {
        return checked == null ? new CheckedBody(body) : checked;
    }

    /** The response, which is known to have {@code found}, or no fault for null. */
    public BufferedResponse withFault(@Nullable PartnerFault found) {
        return new BufferedResponse(head, body, checked, found, true);
    }

    /** The fault; if it is not known, that which {@code reader} finds. */
    public @Nullable PartnerFault fault(Supplier<@Nullable PartnerFault> reader) {
        return faultIsKnown ? fault : reader.get();
    }

    /** The response with {@code shown} in place of its head. */
    public BufferedResponse head(ResponseHead shown) {
        return new BufferedResponse(shown, body, checked, fault, faultIsKnown);
    }

    /** The response with {@code most} bytes of its body at most. */
    public BufferedResponse first(int most) {
        return body.length <= most ? this : new BufferedResponse(head, Arrays.copyOf(body, most));
    }
}
