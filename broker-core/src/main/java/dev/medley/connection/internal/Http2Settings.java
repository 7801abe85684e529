package dev.medley.connection.internal;

import java.time.Duration;

/**
 * The settings of HTTP/2 for the connections to a partner.
 *
 * @param connections connections at a time
 * @param maxStreams streams of a connection at a time; fewer if the partner allows fewer
 * @param streamWindow bytes of a response that the partner may send before they are read
 * @param connectionWindow bytes of all responses of a connection that the partner may send before they are read
 * @param pingInterval time without a byte from the partner after which it is sent a PING; zero for never
 */
public record Http2Settings(
        int connections, int maxStreams, int streamWindow, int connectionWindow, Duration pingInterval) {

    private static final int KIB = 1024;
    private static final int MIB = KIB * KIB;
    private static final int PING_SECONDS = 30;

    /** Eight connections of 1,000 streams. */
    public static final Http2Settings DEFAULT =
            new Http2Settings(8, 1000, 256 * KIB, 8 * MIB, Duration.ofSeconds(PING_SECONDS));
}
