package dev.medley.loadtest.attack.way;

/** The mashups of the server that is attacked. */
public final class Targets {

    /** A reply of some bytes, without a partner. */
    public static final String SMALL = "/hello";

    /** The size of {@link #HELD}. */
    static final int HELD_BYTES = 650_000;

    /** A reply whose body is held in memory: 400 of them are {@code server.max-held-bytes}. */
    static final String HELD = "/fanout?c=1&size=" + HELD_BYTES;

    /** A reply that takes the partner a minute. */
    static final String WAITING = "/fanout?c=1&delay=60000";

    /** A streamed reply. */
    static final String ENDLESS = "/pass?size=1000000000";

    /** A streamed reply that ends. */
    public static final String STREAMED = "/pass?size=20000";

    /** A reply in many parts, where the client asks for them. */
    public static final String PARTS = "/many";

    static final String PARTS_TYPE = "application/x-ndjson";

    /** Takes a POST, whose body is read whole. */
    static final String STORE = "/store";

    /** Takes a POST, whose body is not read. */
    static final String WAIT = "/wait";

    /** What others ask for. */
    public static final String OF_OTHERS = "/fanout?c=3&delay=50";

    private static final String CONFIGURATION = """
            server:
              host: 127.0.0.1
              port: 0
              admin: {port: 0}
              samples: true
            %spartners:
              stub: {url: '%s'}
            mashups:
              /hello:
                reply: {body: '{"hello": 1}'}
              /store:
                methods: [POST]
                reply: {body: '{"names": $count($keys($request.body))}'}
              /wait:
                methods: [POST]
                exchanges:
                  slow: {partner: stub, path: '/partner/0?delay=60000'}
              /many:
                parts: true
                exchanges:
                  part: {partner: stub, for-each: '[0..99]', path: '/partner/{$index}?size=20000', concurrency: 10}
            """;

    private static final String TLS = """
              tls: {certificate: '%s', key: '%s'}
            """;

    private Targets() {}

    /** The configuration of a server in clear text, with defaults wherever they do. */
    public static String configuration(String partner) {
        return CONFIGURATION.formatted("", partner);
    }

    /**
     * The same with TLS.
     *
     * @param certificate a file in PEM
     * @param key a file in PEM
     */
    public static String configuration(String partner, String certificate, String key) {
        return CONFIGURATION.formatted(TLS.formatted(certificate, key), partner);
    }
}
