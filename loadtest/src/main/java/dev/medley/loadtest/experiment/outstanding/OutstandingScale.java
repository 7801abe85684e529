package dev.medley.loadtest.experiment.outstanding;

import java.time.Duration;
import java.util.Map;

/**
 * The size of an experiment with outstanding exchanges.
 *
 * @param requests inbound requests, all of them suspended at once
 * @param ramp the time over which they arrive, in whole seconds
 * @param delay how long the partners take for an answer
 * @param warmUp how long other requests arrive before
 */
record OutstandingScale(int requests, Duration ramp, Duration delay, Duration warmUp) {

    /** Exchanges of a request. */
    static final int EXCHANGES = 6;

    /** The processes that hold the answers back. */
    static final int PARTNERS = 4;

    /** The first answers come some time after the last request, which may be late on a busy machine. */
    static final OutstandingScale FULL =
            new OutstandingScale(166_667, Duration.ofSeconds(200), Duration.ofSeconds(300), Duration.ofSeconds(20));

    static final OutstandingScale QUICK =
            new OutstandingScale(2_000, Duration.ofSeconds(3), Duration.ofSeconds(12), Duration.ofSeconds(2));

    /** Streams of a connection: with far more of them Jetty's writer spends its time on its queue. */
    private static final int PARTNER_STREAMS = 1_000;

    static final int CLIENT_STREAMS = 500;

    /** Connections beyond those that the streams fill: new ones are opened before the others are full. */
    private static final int SPARE_CONNECTIONS = 30;

    private static final int MEGA = 1 << 20;
    /** Room for a collector that copies, in bytes for a request or a stream, and beside them. */
    private static final long SERVER_BYTES = 24 * 1024;

    private static final long STREAM_BYTES = 5 * 1024;
    private static final long BASE_BYTES = 768L * MEGA;

    int exchanges() {
        return requests * EXCHANGES;
    }

    /** A time-out that nothing reaches. */
    Duration patience() {
        return delay.multipliedBy(2).plus(ramp()).plusSeconds(60);
    }

    String serverHeap() {
        return heap(requests * SERVER_BYTES);
    }

    String partnerHeap() {
        return heap(exchanges() * STREAM_BYTES / PARTNERS);
    }

    String driverHeap() {
        return heap(requests * STREAM_BYTES);
    }

    private static String heap(long bytes) {
        return "-Xmx" + (BASE_BYTES + bytes) / MEGA + "m";
    }

    /** The configuration of the server. */
    String configuration(Map<String, String> partners) {
        long seconds = patience().toSeconds();
        // The exchanges of a request go to the partners in turn, so the first ones have more of them.
        int ofFirst = (EXCHANGES + PARTNERS - 1) / PARTNERS;
        int connections = requests * ofFirst / PARTNER_STREAMS + SPARE_CONNECTIONS;
        StringBuilder yaml = new StringBuilder("""
                server:
                  port: 0
                  host: 127.0.0.1
                  admin: {port: 0}
                  samples: true
                  access-log: false
                  deadline: %1$ds
                  idle-timeout: %1$ds
                  http2: {max-streams: %2$d}
                partners:
                """.formatted(seconds, CLIENT_STREAMS));
        String partner = "  %s: {url: '%s', protocol: h2c, timeout: %ds, connect-timeout: 120s,"
                + " http2: {connections: %d, max-streams: %d}}%n";
        partners.forEach(
                (name, url) -> yaml.append(partner.formatted(name, url, seconds, connections, PARTNER_STREAMS)));
        return yaml.toString();
    }
}
