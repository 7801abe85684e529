package dev.medley.format;

/** A body has its format, and says that the partner has not carried the request out. */
public final class FaultException extends FormatException {

    private static final long serialVersionUID = 1L;

    private final transient PartnerFault fault;

    /** Creates the exception of {@code fault}. */
    public FaultException(PartnerFault fault) {
        super("it is a fault: " + fault);
        this.fault = fault;
    }

    /** Returns what the partner says. */
    public PartnerFault fault() {
        return fault;
    }
}
