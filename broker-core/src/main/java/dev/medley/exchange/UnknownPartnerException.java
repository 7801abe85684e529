package dev.medley.exchange;

/** A mashup names a partner that is not configured: an error of the mashup or of the configuration, not of a client. */
public final class UnknownPartnerException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String partner;

    /** Creates an exception whose message names the {@code configured} partners. */
    public UnknownPartnerException(String partner, Iterable<String> configured) {
        super("there is no partner '" + partner + "'; configured: "
                + (configured.iterator().hasNext() ? String.join(", ", configured) : "none"));
        this.partner = partner;
    }

    /** Returns the name. */
    public String partner() {
        return partner;
    }
}
