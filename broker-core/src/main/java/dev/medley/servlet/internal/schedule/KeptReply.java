package dev.medley.servlet.internal.schedule;

import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Snapshot;
import dev.medley.servlet.internal.reply.EntityTags;
import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The reply that is the snapshot of a mashup, until another one is. Immutable.
 *
 * @param reply with its body as a whole
 * @param json its document; null if it is none
 * @param complete whether it lacks nothing
 * @param nanos the time of its run's end, by the broker's clock
 * @param time the same by the calendar
 */
record KeptReply(Reply reply, @Nullable Json json, boolean complete, long nanos, Instant time) {

    private static final String AGE = "Age";

    /** Returns what is kept of a reply whose run has just ended. */
    static KeptReply of(Reply reply, boolean complete, Clock clock) {
        return new KeptReply(EntityTags.tagged(reply), json(reply), complete, clock.nanoTime(), clock.instant());
    }

    private static @Nullable Json json(Reply reply) {
        String type = reply.type().split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!type.equals("application/json") && !type.endsWith("+json")) {
            return null;
        }
        try {
            return Json.parse(reply.body());
        } catch (MalformedJsonException x) {
            // A mashup in Java may say so of any bytes.
            return null;
        }
    }

    /** Returns the time since its run's end. A calendar that is set does not change it. */
    Duration age(Clock clock) {
        return Duration.ofNanos(Math.max(0, clock.nanoTime() - nanos));
    }

    /** Returns the bytes that it holds. */
    long bytes() {
        return reply.body().length;
    }

    /** Returns it for a client, who is told its age (RFC 9111, section 5.1). */
    Reply forClient(Clock clock) {
        return reply.header(AGE, Long.toString(age(clock).toSeconds()));
    }

    /** Returns it for the code of another mashup. */
    Snapshot forMashup(Clock clock) {
        return new Snapshot(reply, json, age(clock), time);
    }

    /** Returns the age in seconds. */
    double ageSeconds(Clock clock) {
        return age(clock).toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
    }
}
