package dev.medley.format;

/**
 * What a partner says of a request that it has not carried out: a fault of SOAP, or the first of the errors of GraphQL. Both texts are of
 * the partner, in one line, and cut: for logs, not for clients. Immutable.
 *
 * @param code such as {@code soap:Server}; empty if there is none
 * @param reason in words; empty if there is none
 * @param isOfRequest whether the partner says that the request is at fault, by a code such as {@code Client} or {@code Sender}
 */
public record PartnerFault(String code, String reason, boolean isOfRequest) {

    private static final int MAX_CODE = 100;
    private static final int MAX_REASON = 300;

    /** Cuts the texts. */
    public PartnerFault {
        code = Faults.shortened(code, MAX_CODE);
        reason = Faults.shortened(reason, MAX_REASON);
    }

    /** The code and the reason, as logs have them. */
    @Override
    public String toString() {
        return code.isEmpty() || reason.isEmpty() ? code + reason : code + ": " + reason;
    }
}
