package dev.medley.servlet.internal.quota;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.thread.internal.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The tokens that one request has taken of its quotas, or has been refused for. Not thread-safe. */
public final class TakenTokens {

    private static final int TYPICAL_STATE = 40;

    private final Clock clock;
    private final int cost;
    private final List<Taken> taken = new ArrayList<>(1);
    private @Nullable Quota refusing;
    private long lackingNanos;

    private record Taken(Quota quota, Bucket bucket) {}

    TakenTokens(Clock clock, int cost) {
        this.clock = clock;
        this.cost = cost;
    }

    /** Takes those of {@code quota}. If they are not there, all others are given back. Returns whether they are. */
    boolean take(Quota quota, Bucket bucket) {
        lackingNanos = quota.take(bucket, cost, clock.nanoTime());
        if (lackingNanos <= 0) {
            taken.add(new Taken(quota, bucket));
            return true;
        }
        // Another request may have been refused meanwhile for tokens that come back now: it asks again in its time.
        taken.forEach(each -> each.quota.giveBack(each.bucket, cost));
        taken.clear();
        taken.add(new Taken(quota, bucket));
        refusing = quota;
        quota.countRefused();
        return false;
    }

    /** All quotas have admitted the request. */
    void admitted() {
        taken.forEach(each -> each.quota.countAdmitted());
    }

    /** The reply to a request that lacks tokens; null if it has them. */
    public @Nullable Reply refusal() {
        Quota by = refusing;
        return by == null
                ? null
                : problem(by)
                        .header(POLICY, policy())
                        .header(STATE, state())
                        .header("Cache-Control", "no-store")
                        .toReply();
    }

    /** Returns the problem that refuses what lacks tokens; null if it has them. */
    public @Nullable Problem problem() {
        Quota by = refusing;
        return by == null ? null : problem(by);
    }

    private Problem problem(Quota by) {
        return Problem.of(
                        Status.TOO_MANY_REQUESTS,
                        "the quota %s is used up: %d tokens in %d ms, this request takes %d"
                                .formatted(
                                        by.settings().name(),
                                        by.settings().rate(),
                                        by.settings().per().toMillis(),
                                        by.isOfCalls() ? 1 : cost))
                .header("Retry-After", Long.toString(Quota.seconds(lackingNanos)));
    }

    /** The field with the quotas of a reply (draft-ietf-httpapi-ratelimit-headers). */
    public static final String POLICY = "RateLimit-Policy";

    /** The field with what is left of them. */
    public static final String STATE = "RateLimit";

    /** Returns the value of {@link #POLICY}. */
    public String policy() {
        if (taken.size() == 1) {
            return taken.get(0).quota.policy();
        }
        StringJoiner items = new StringJoiner(", ");
        taken.forEach(each -> items.add(each.quota.policy()));
        return items.toString();
    }

    /** Returns the value of {@link #STATE} at this moment. */
    public String state() {
        long now = clock.nanoTime();
        StringBuilder items = new StringBuilder(TYPICAL_STATE * taken.size());
        for (Taken each : taken) {
            items.append(items.isEmpty() ? "\"" : ", \"")
                    .append(each.quota.settings().name())
                    .append("\";r=")
                    .append(each.quota.left(each.bucket, now))
                    .append(";t=")
                    .append(each.quota.secondsUntilFull(each.bucket, now));
        }
        return items.toString();
    }

    /** The request has ended: its mashup has made {@code calls}. */
    public void settle(int calls) {
        if (refusing == null) {
            long now = clock.nanoTime();
            taken.stream()
                    .filter(each -> each.quota.isOfCalls())
                    .forEach(each -> each.quota.settle(each.bucket, calls, now));
        }
    }
}
