package dev.medley.exchange;

import dev.medley.thread.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one exchange, on a single alarm that is set to the nearest. Where a deadline moves on, the alarm is
 * left as it is; when it goes off too early, it is set again. Not thread-safe: for signals of the exchange only.
 */
final class Deadlines {

    private static final long NONE = Long.MAX_VALUE;

    private final Clock clock;
    private final ExchangeOptions options;
    private final Runnable onAlarm;
    private Clock.@Nullable ScheduledTask alarm;
    private long alarmAt;
    private long start;
    private long attemptStart;
    private long connectStart;
    private boolean inAttempt;
    private boolean connecting;

    Deadlines(Clock clock, ExchangeOptions options, Runnable onAlarm) {
        this.clock = clock;
        this.options = options;
        this.onAlarm = onAlarm;
    }

    /** Which deadline has passed. */
    enum Due {
        NONE,
        TOTAL,
        ATTEMPT,
        CONNECT,
        IDLE;

        /** What is said of an exchange that this has happened to. */
        String detail(ExchangeOptions options) {
            return switch (this) {
                case NONE -> "";
                case TOTAL -> "no answer" + within(options.timeout());
                case ATTEMPT -> "no answer to the attempt" + within(options.attemptTimeout());
                case CONNECT -> "no connection" + within(options.connectTimeout());
                case IDLE -> "not a byte" + within(options.idleTimeout());
            };
        }

        private static String within(Duration limit) {
            return " within " + limit.toMillis() + " ms";
        }
    }

    void start() {
        start = clock.nanoTime();
        arm(options.timeout().toNanos());
    }

    void attemptStarted() {
        inAttempt = true;
        attemptStart = clock.nanoTime();
        arm(Math.min(options.attemptTimeout().toNanos(), options.idleTimeout().toNanos()));
    }

    void connecting() {
        connecting = true;
        connectStart = clock.nanoTime();
        arm(options.connectTimeout().toNanos());
    }

    void connected() {
        connecting = false;
    }

    void cancel() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    /** Which deadline has passed; if none has, the alarm is set for the next. */
    Due due(ExchangeState state, Attempt present) {
        alarm = null;
        long now = clock.nanoTime();
        long total = start + options.timeout().toNanos() - now;
        if (total <= 0) {
            return Due.TOTAL;
        }
        if (state == ExchangeState.QUEUED) {
            inAttempt = false;
            connecting = false;
        }
        long connect = connecting ? connectStart + options.connectTimeout().toNanos() - now : NONE;
        if (connect <= 0) {
            return rearmed(Due.CONNECT, total);
        }
        long attempt = inAttempt ? attemptStart + options.attemptTimeout().toNanos() - now : NONE;
        if (attempt <= 0) {
            return rearmed(Due.ATTEMPT, total);
        }
        boolean sent = state.compareTo(ExchangeState.WAITING) >= 0;
        long since = sent ? present.silentSinceNanos(now) : now;
        long idle = inAttempt ? since + options.idleTimeout().toNanos() - now : NONE;
        if (idle <= 0) {
            return rearmed(Due.IDLE, total);
        }
        arm(Math.min(Math.min(total, connect), Math.min(attempt, idle)));
        return Due.NONE;
    }

    /** After an attempt is over, the deadline of the whole still stands. */
    private Due rearmed(Due due, long total) {
        inAttempt = false;
        connecting = false;
        arm(total);
        return due;
    }

    private void arm(long delay) {
        long at = clock.nanoTime() + delay;
        if (alarm != null) {
            if (at - alarmAt >= 0) {
                return;
            }
            alarm.cancel();
        }
        alarmAt = at;
        alarm = clock.schedule(delay, onAlarm);
    }
}
