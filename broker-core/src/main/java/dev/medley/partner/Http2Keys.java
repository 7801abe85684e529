package dev.medley.partner;

import dev.medley.connection.Http2Settings;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;

/** The keys of HTTP/2 that a partner has. */
record Http2Keys(
        Setting<Integer> connections,
        Setting<Integer> maxStreams,
        Setting<Long> streamWindow,
        Setting<Long> connectionWindow,
        Setting<Duration> pingInterval) {

    private static final int THOUSAND = 1000;
    private static final long KIB = 1L << 10;
    private static final long LARGEST_WINDOW = 1L << 30;
    private static final long SMALLEST_WINDOW = 64 * KIB;

    /** Declares them in a group of {@code partner}. */
    static Http2Keys in(Group partner) {
        Http2Settings defaults = Http2Settings.DEFAULT;
        Group group = partner.group("http2", "HTTP/2 to a partner that supports it");
        return new Http2Keys(
                group.key(
                        "connections",
                        ValueParsers.wholeNumber(1, THOUSAND, "connections"),
                        defaults.connections(),
                        "Maximum number of connections; one more is opened when nearly all streams of the others are in use"),
                group.key(
                        "max-streams",
                        ValueParsers.wholeNumber(1, THOUSAND * THOUSAND, "streams"),
                        defaults.maxStreams(),
                        "Maximum number of streams of a connection, and so of exchanges; fewer if the partner allows fewer"),
                group.key(
                        "stream-window",
                        ValueParsers.size(SMALLEST_WINDOW, LARGEST_WINDOW),
                        (long) defaults.streamWindow(),
                        "Bytes of one response that may arrive before they are read; 64KiB of a large one that is read slowly"),
                group.key(
                        "connection-window",
                        ValueParsers.size(SMALLEST_WINDOW, LARGEST_WINDOW),
                        (long) defaults.connectionWindow(),
                        "Bytes of all responses of a connection that the partner may send before Medley has received them; those"
                                + " that have arrived are bounded by the windows of their streams"),
                group.key(
                        "ping-interval",
                        ValueParsers.durationOrZero(),
                        defaults.pingInterval(),
                        "Time without a byte from the partner after which it is sent a PING; the connection closes if it is"
                                + " silent for as long again; 0 for never"));
    }

    /** The values in one. */
    Http2Settings settings(Settings values) {
        return new Http2Settings(
                values.get(connections),
                values.get(maxStreams),
                Math.toIntExact(values.get(streamWindow)),
                Math.toIntExact(values.get(connectionWindow)),
                values.get(pingInterval));
    }

    void set(Settings.Builder values, Http2Settings settings) {
        values.set(connections, settings.connections());
        values.set(maxStreams, settings.maxStreams());
        values.set(streamWindow, (long) settings.streamWindow());
        values.set(connectionWindow, (long) settings.connectionWindow());
        values.set(pingInterval, settings.pingInterval());
    }
}
