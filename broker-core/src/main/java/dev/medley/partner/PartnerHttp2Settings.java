package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;

/** The section {@code http2} of a partner: HTTP/2 of the connections to it. Immutable. */
public final class PartnerHttp2Settings extends SettingsView {

    static final Group KEYS = Group.section("http2", "HTTP/2 to a partner that supports it");

    private static final int THOUSAND = 1000;
    private static final long KIB = 1L << 10;
    private static final long LARGEST_WINDOW = 1L << 30;
    private static final long SMALLEST_WINDOW = 64 * KIB;

    private static final Setting<Integer> CONNECTIONS = KEYS.key(
            "connections",
            ValueParsers.wholeNumber(1, THOUSAND, "connections"),
            8,
            "Maximum number of connections; one more is opened when nearly all streams of the others are in use");
    private static final Setting<Integer> MAX_STREAMS = KEYS.key(
            "max-streams",
            ValueParsers.wholeNumber(1, THOUSAND * THOUSAND, "streams"),
            THOUSAND,
            "Maximum number of streams of a connection, and so of exchanges; fewer if the partner allows fewer");
    private static final Setting<Long> STREAM_WINDOW = KEYS.key(
            "stream-window",
            ValueParsers.size(SMALLEST_WINDOW, LARGEST_WINDOW),
            256 * KIB,
            "Bytes of one response that may arrive before they are read; 64KiB of a large one that is read slowly");
    private static final Setting<Long> CONNECTION_WINDOW = KEYS.key(
            "connection-window",
            ValueParsers.size(SMALLEST_WINDOW, LARGEST_WINDOW),
            8 * KIB * KIB,
            "Bytes of all responses of a connection that the partner may send before Medley has received them; those"
                    + " that have arrived are bounded by the windows of their streams");
    private static final Setting<Duration> PING_INTERVAL = KEYS.key(
            "ping-interval",
            ValueParsers.durationOrZero(),
            Duration.ofSeconds(30),
            "Time without a byte from the partner, after which Medley sends a PING. The connection closes if the"
                    + " partner is silent for as long again. 0 for never");

    private static final SettingsType<PartnerHttp2Settings> TYPE =
            new SettingsType<>("partner", KEYS, PartnerHttp2Settings::new);

    PartnerHttp2Settings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns {@code connections}. */
    public int connections() {
        return get(CONNECTIONS);
    }

    /** Returns {@code max-streams}. */
    public int maxStreams() {
        return get(MAX_STREAMS);
    }

    /** Returns {@code stream-window}, in bytes. */
    public int streamWindow() {
        return Math.toIntExact(get(STREAM_WINDOW));
    }

    /** Returns {@code connection-window}, in bytes. */
    public int connectionWindow() {
        return Math.toIntExact(get(CONNECTION_WINDOW));
    }

    /** Returns {@code ping-interval}. */
    public Duration pingInterval() {
        return get(PING_INTERVAL);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, PartnerHttp2Settings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code connections}. */
        public Builder connections(int number) {
            return put(CONNECTIONS, number);
        }

        /** Sets {@code max-streams}. */
        public Builder maxStreams(int streams) {
            return put(MAX_STREAMS, streams);
        }

        /** Sets {@code stream-window}. */
        public Builder streamWindow(int bytes) {
            return put(STREAM_WINDOW, (long) bytes);
        }

        /** Sets {@code connection-window}. */
        public Builder connectionWindow(int bytes) {
            return put(CONNECTION_WINDOW, (long) bytes);
        }

        /** Sets {@code ping-interval}. */
        public Builder pingInterval(Duration silence) {
            return put(PING_INTERVAL, silence);
        }
    }
}
