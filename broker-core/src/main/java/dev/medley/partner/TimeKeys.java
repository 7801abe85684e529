package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;

/** The times of a partner that are the defaults of others, in its own section and in those below. */
final class TimeKeys {

    static final Group KEYS = Group.of("Times");

    private static final ValueParser<Duration> DURATION = ValueParsers.duration();

    static final Setting<Duration> TIMEOUT = KEYS.key(
            "timeout",
            DURATION,
            Duration.ofSeconds(60),
            "Time for a whole exchange, including the wait for a connection, the request's body and all attempts; a"
                    + " mashup can shorten it but not extend it, so a slow upload needs a longer one");

    static final Setting<Duration> ATTEMPT_TIMEOUT =
            KEYS.key("attempt-timeout", DURATION, TIMEOUT, "Time for one attempt, after it has left the queue");

    static final Setting<Duration> CONNECT_TIMEOUT = KEYS.key(
            "connect-timeout",
            DURATION,
            Duration.ofSeconds(2),
            "Time to look up the partner's name and to establish a connection, before the TLS handshake");

    static final Setting<Duration> IDLE_TIMEOUT =
            KEYS.key("idle-timeout", DURATION, TIMEOUT, "Maximum time of an attempt without a byte received");

    private TimeKeys() {}
}
