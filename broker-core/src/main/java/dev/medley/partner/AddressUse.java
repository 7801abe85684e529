package dev.medley.partner;

/** The use of the addresses that a partner's name has. */
public enum AddressUse {
    /** One endpoint: each connect tries the addresses one after another, in the order of the resolver. */
    IN_TURN("in-turn"),
    /** Each address is an endpoint; the name is looked up again at intervals. */
    ALL("all");

    private final String configured;

    AddressUse(String configured) {
        this.configured = configured;
    }

    /** The name in the configuration. */
    public String configured() {
        return configured;
    }
}
