package dev.medley.servlet.internal.quota;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.medley.caller.Caller;
import dev.medley.config.internal.expression.RequestExpression;
import dev.medley.config.internal.quota.QuotaSettings;
import dev.medley.mashup.Inbound;
import dev.medley.servlet.internal.access.RequestMembers;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of one quota, one for each client. Thread-safe.
 *
 * <p>They are those of this process. For shares that several lease of one bucket, {@link #bucket} is the place: what a client has
 * left is asked for nowhere else.
 */
public final class Quota {

    private static final int MAX_KEY = 256;
    private static final long NANOS = 1_000_000_000L;

    private final QuotaSettings settings;
    private final long tokenNanos;
    private final long burstNanos;
    /** For each reply, so made once. */
    private final String policy;

    private final Cache<String, Bucket> buckets;
    private final LongAdder admitted = new LongAdder();
    private final LongAdder refused = new LongAdder();

    Quota(QuotaSettings settings) {
        this.settings = settings;
        tokenNanos = Math.max(1, settings.per().toNanos() / settings.rate());
        burstNanos = tokenNanos * settings.burst();
        policy = "\"%s\";q=%d;w=%d".formatted(settings.name(), settings.burst(), seconds(burstNanos));
        buckets = Caffeine.newBuilder()
                .maximumSize(settings.maxKeys())
                .executor(Runnable::run)
                .build();
    }

    /** Returns what it is made of. */
    public QuotaSettings settings() {
        return settings;
    }

    /** Returns the clients that are remembered. */
    public long clients() {
        return buckets.estimatedSize();
    }

    /** Returns the requests that it has admitted. */
    public long admitted() {
        return admitted.sum();
    }

    /** Returns the requests that it has refused. */
    public long refused() {
        return refused.sum();
    }

    /** Returns its item in {@link TakenTokens#POLICY}. */
    String policy() {
        return policy;
    }

    boolean isOfCalls() {
        return settings.counts() == QuotaSettings.Counts.CALLS;
    }

    /** The bucket of who sends {@code request}. */
    Bucket bucket(Inbound inbound, @Nullable Caller caller, long nowNanos) {
        return buckets.get(key(inbound, caller), key -> new Bucket(nowNanos));
    }

    private String key(Inbound inbound, @Nullable Caller caller) {
        String key = switch (settings.by()) {
            case ALL -> "";
            case ADDRESS -> null;
            case CALLER -> caller == null ? null : "c" + caller.source() + '/' + caller.name();
            case FIELD -> bounded('f', last(inbound.headers(Objects.requireNonNull(settings.field()))));
            case EXPRESSION -> bounded('e', value(inbound, caller));
        };
        return key == null ? "a" + ClientNetwork.of(Objects.requireNonNullElse(inbound.remoteAddress(), "")) : key;
    }

    private @Nullable String value(Inbound inbound, @Nullable Caller caller) {
        RequestExpression expression = Objects.requireNonNull(settings.expression());
        Object value = expression.value(new RequestMembers(inbound, caller));
        return value instanceof String || value instanceof Number || value instanceof Boolean ? value.toString() : null;
    }

    /** A proxy that adds a field leaves what the client has sent before it. */
    private static @Nullable String last(List<String> values) {
        return values.isEmpty() ? null : values.get(values.size() - 1);
    }

    /** Clients choose the text, and many of them are kept. */
    private static @Nullable String bounded(char kind, @Nullable String value) {
        return value == null || value.isEmpty() || value.length() > MAX_KEY ? null : kind + value;
    }

    /** Takes the tokens of a request; returns the nanoseconds until they will be there, 0 or less if they have been taken. */
    long take(Bucket bucket, int tokens, long nowNanos) {
        return bucket.take(taken(tokens), tokenNanos, burstNanos, nowNanos);
    }

    void giveBack(Bucket bucket, int tokens) {
        bucket.giveBack(taken(tokens), tokenNanos);
    }

    /** What a request will have called is not known yet: it goes on with the token of one call, so that not all go on with the same. */
    private int taken(int tokens) {
        return isOfCalls() ? 1 : whole(tokens);
    }

    /** A request that costs more than a full bucket has takes that. */
    private int whole(int tokens) {
        return Math.min(tokens, settings.burst());
    }

    /** A request that has taken the token of one call has made {@code calls}. */
    void settle(Bucket bucket, int calls, long nowNanos) {
        if (calls == 0) {
            bucket.giveBack(1, tokenNanos);
        } else {
            bucket.charge(calls - 1, tokenNanos, burstNanos, nowNanos);
        }
    }

    void countAdmitted() {
        admitted.increment();
    }

    void countRefused() {
        refused.increment();
    }

    /** Returns the tokens that a bucket has left. */
    long left(Bucket bucket, long nowNanos) {
        return Math.max(0, (burstNanos - bucket.untilFull(nowNanos)) / tokenNanos);
    }

    /** Returns the seconds until a bucket is full, rounded up. */
    static long seconds(long nanos) {
        return Math.max(1, Math.floorDiv(nanos + NANOS - 1, NANOS));
    }

    long secondsUntilFull(Bucket bucket, long nowNanos) {
        return Math.floorDiv(bucket.untilFull(nowNanos) + NANOS - 1, NANOS);
    }
}
