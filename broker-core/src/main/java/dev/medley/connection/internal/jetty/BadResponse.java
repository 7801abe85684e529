package dev.medley.connection.internal.jetty;

import java.net.ProtocolException;
import java.util.Map;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HttpCompliance.Violation;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * The refusal of a response that is not HTTP/1.1 or 1.0, or leaves doubt where it ends. Its message describes the
 * fault of the response in plain words, where Jetty's parser names its own states.
 */
final class BadResponse extends RuntimeException implements HttpException {

    private static final long serialVersionUID = 1;

    private static final int LOWEST_STATUS = 100;

    private static final String TOO_LONG = "its head is too long";

    /** Jetty's reasons, where they tell more than the place in the response does. */
    private static final Map<String, String> REASONS = Map.ofEntries(
            violation(Violation.MULTIPLE_CONTENT_LENGTHS, "it has more than one Content-Length"),
            violation(
                    Violation.TRANSFER_ENCODING_WITH_CONTENT_LENGTH,
                    "it has both Content-Length and Transfer-Encoding"),
            violation(Violation.MULTILINE_FIELD_VALUE, "a header field continues on a second line"),
            violation(Violation.LF_HEADER_TERMINATION, "a line of its head ends with LF alone, without CR"),
            Map.entry("Bad EOL", "a line of its head has a CR without LF"),
            Map.entry("Invalid Content-Length Value", "its Content-Length is not a number"),
            Map.entry("Bad Status", "its status is not a number of three digits"),
            Map.entry("Bad status", "its status is not a number of three digits"),
            Map.entry("No Status", "it has no status"),
            Map.entry("Response Header Bytes Too Large", TOO_LONG),
            Map.entry("Bad Transfer-Encoding, multiple chunked tokens", "its Transfer-Encoding is not chunked alone"),
            Map.entry("Bad Transfer-Encoding, chunked not last", "its Transfer-Encoding is not chunked alone"));

    private final String reason;

    private BadResponse(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    @Override
    public int getCode() {
        return HttpStatus.BAD_GATEWAY_502;
    }

    @Override
    public String getReason() {
        return reason;
    }

    /** Refuses versions that were not spoken, upgrades that were not asked for, and numbers that are no status. */
    static void checkStatusLine(HttpVersion version, int status) {
        if (version != HttpVersion.HTTP_1_1 && version != HttpVersion.HTTP_1_0) {
            throw new BadResponse("its version is " + version + ", but HTTP/1.1 was spoken");
        }
        if (status < LOWEST_STATUS) {
            throw new BadResponse("its status is " + status);
        }
        if (status == HttpStatus.SWITCHING_PROTOCOLS_101) {
            throw new BadResponse("it is an upgrade, which was not requested");
        }
    }

    /** Refuses transfer codings other than chunked: none was asked for (RFC 9112, section 7.4). */
    static void checkField(HttpField field) {
        if (field.getHeader() == HttpHeader.TRANSFER_ENCODING
                && !HttpHeaderValue.CHUNKED.asString().equalsIgnoreCase(field.getValue())) {
            throw new BadResponse(
                    "its Transfer-Encoding is '%s', but only chunked was requested".formatted(field.getValue()));
        }
    }

    /** Returns the refusal of a response with too many interim responses before it. */
    static BadResponse tooManyInterim(int most) {
        return new BadResponse("more than %d interim responses came before it".formatted(most));
    }

    /** Returns the refusal of a response with more header or trailer fields than {@code most}. */
    static BadResponse tooManyFields(int most) {
        return new BadResponse("it has more than %d header fields".formatted(most));
    }

    /** Returns the refusal of a response with too many bytes of header or trailer fields. */
    static BadResponse tooLongHead() {
        return new BadResponse(TOO_LONG);
    }

    /** Returns the failure of a response whose body is not in proper chunks. */
    static ProtocolException badChunk() {
        return failure("a chunk or a trailer field of its body is malformed");
    }

    /**
     * Returns the failure of a response whose head is malformed.
     *
     * @param bad a refusal of this class, or the parser's own failure, or null when that is unknown
     * @param hasStatus true if the status line was in order
     * @param lastField the name of the last field that was in order, or null when there was none
     */
    static ProtocolException badHead(@Nullable HttpException bad, boolean hasStatus, @Nullable String lastField) {
        if (bad instanceof BadResponse refusal) {
            return failure(refusal.reason);
        }
        String known = bad == null || bad.getReason() == null ? null : REASONS.get(bad.getReason());
        if (known != null) {
            return failure(known);
        }
        if (!hasStatus) {
            return failure("it does not begin with a status line of HTTP/1.1 or HTTP/1.0");
        }
        return failure(
                lastField == null
                        ? "its first header field is malformed"
                        : "the header field after %s is malformed".formatted(lastField));
    }

    private static ProtocolException failure(String reason) {
        return new ProtocolException("the response is not valid HTTP: " + reason);
    }

    private static Map.Entry<String, String> violation(ComplianceViolation violation, String words) {
        return Map.entry(violation.getDescription(), words);
    }
}
