package dev.medley.connection.internal;

/**
 * The limits on the responses of a partner. A response beyond one of them fails its exchange, and is never cut short.
 *
 * @param maxHead bytes of a response's header fields
 * @param maxFields header fields of a response; of its trailer section as well
 * @param maxStreamedBody bytes of a body that is streamed, once it is decompressed
 * @param maxExpansion bytes of a decompressed body for each byte received, where it is larger than 1 MiB
 */
public record ResponseLimits(int maxHead, int maxFields, long maxStreamedBody, int maxExpansion) {

    private static final int KIB = 1024;

    /** The largest {@link #maxStreamedBody}, which is hardly a limit: 1 TiB. */
    public static final long UNLIMITED = 1L << 40;

    /** 32 KiB in 200 fields; a streamed body of up to 1 TiB, that does not expand more than a hundredfold. */
    public static final ResponseLimits DEFAULT = new ResponseLimits(32 * KIB, 200, UNLIMITED, 100);
}
