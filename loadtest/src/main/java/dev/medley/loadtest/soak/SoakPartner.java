package dev.medley.loadtest.soak;

/** The partners of the soak, by their names in the configuration. */
public final class SoakPartner {

    /** Answers documents over HTTP/1.1, at two endpoints. */
    public static final String ORDERS = "orders";

    /** Answers documents over h2c. */
    public static final String USERS = "users";

    /** Sends and takes large bodies over HTTP/1.1. */
    public static final String FILES = "files";

    /** Sends and takes large bodies over h2c. */
    public static final String ARCHIVE = "archive";

    /** Misbehaves in HTTP/1.1. */
    public static final String RAW = "raw";

    /** Misbehaves in HTTP/2. */
    public static final String RAW_HTTP2 = "raw-http2";

    private SoakPartner() {}
}
