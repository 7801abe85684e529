package dev.medley.partner.internal.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import dev.medley.connection.ResponseHead;
import dev.medley.partner.CacheSettings;
import dev.medley.partner.Forward;
import dev.medley.thread.internal.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The responses of one partner that are stored for all mashups: a shared cache (RFC 9111), by target and the request fields that
 * Vary names, bounded in bytes. Thread-safe; does not block.
 *
 * <p>A response that was under way when its target was invalidated is not stored: each target has an epoch, which the
 * invalidation advances, and a response is stored only if the epoch is that of its look-up.
 */
public final class ResponseCache {

    /** Time for which requests for a target do not wait for one another, after a response to one of them that others may not have. */
    static final long UNSHARED_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Targets have an epoch together if their hashes say so: an invalidation may keep a response out that it need not. */
    private static final int EPOCHS = 4096;

    private static final int FIRST_SERVER_ERROR = 500;
    private static final long UNSHARED_TARGETS_BYTES = 1L << 20;
    private static final int UNSHARED_TARGET_BYTES = 128;

    private final CacheSettings settings;
    private final CacheRules rules;
    private final boolean coalesce;
    private final Clock clock;
    private final Cache<String, Variants> responses;
    private final Cache<String, Long> unshared;
    private final AtomicIntegerArray epochs = new AtomicIntegerArray(EPOCHS);
    private final AtomicLong epochOfAll = new AtomicLong();
    private final LongAdder evictions = new LongAdder();
    private final Map<CacheEvent, LongAdder> events = new EnumMap<>(CacheEvent.class);

    /** Creates an empty cache. */
    public ResponseCache(CacheSettings settings, Clock clock) {
        this.settings = settings;
        rules = CacheRules.of(settings);
        coalesce = settings.coalesce();
        this.clock = clock;
        for (CacheEvent event : CacheEvent.values()) {
            events.put(event, new LongAdder());
        }
        // On the calling thread: it is short, and a pool of the JVM's own would be more threads.
        responses = Caffeine.newBuilder()
                .executor(Runnable::run)
                .maximumWeight(settings.maxBytes())
                .weigher((String target, Variants variants) -> variants.weight(target))
                .evictionListener((target, variants, cause) -> evictions.increment())
                .build();
        unshared = Caffeine.newBuilder()
                .executor(Runnable::run)
                .maximumWeight(UNSHARED_TARGETS_BYTES)
                .weigher((String target, Long until) -> target.length() + UNSHARED_TARGET_BYTES)
                .build();
    }

    /** The settings. */
    public CacheSettings settings() {
        return settings;
    }

    /** Returns whether equal requests in flight are one call. */
    public boolean coalesce() {
        return coalesce;
    }

    // ---- Using. -------------------------------------------------------------------------------------------------

    /** Looks for a stored response. */
    public Lookup lookup(CacheRequest request) {
        Variants variants = responses.getIfPresent(request.target());
        if (variants == null) {
            return Reuse.forward(null, request, Forward.URI_MISS);
        }
        StoredResponse stored = variants.find(request);
        if (stored == null) {
            return Reuse.forward(null, request, Forward.VARY_MISS);
        }
        if (request.isAuthorized() && !stored.isForAll()) {
            return Reuse.forward(null, request, Forward.MISS);
        }
        return Reuse.of(stored, request, rules, clock.nanoTime());
    }

    /** Returns whether {@code stored} may take the place of a failure now (RFC 5861, section 4). */
    public boolean isUsableInPlaceOfFailure(StoredResponse stored, CacheRequest request) {
        return Reuse.inPlaceOfFailure(stored, request, rules, clock.nanoTime());
    }

    // ---- Storing. -----------------------------------------------------------------------------------------------

    /** The epoch of {@code target}, which every invalidation changes. */
    public long epoch(String target) {
        return epochOfAll.get() + epochs.get(slot(target));
    }

    /** The response that begins with {@code head}, if it may be stored and is of use; else null. */
    public @Nullable StoredResponse storable(CacheRequest request, ResponseHead head, Arrival arrival) {
        StoredResponse response = StoredResponse.of(request, head, arrival, rules);
        return StorageRules.allow(request, response, head.headers())
                        && StorageRules.isUseful(response, rules, clock.nanoTime())
                ? response
                : null;
    }

    /**
     * Returns whether all requests that are equal to {@code request} may have {@code response} now, without a validation (RFC
     * 9111, section 4).
     *
     * @param compared the fields by which the requests have been found equal
     */
    public boolean isShareable(StoredResponse response, CacheRequest compared) {
        long now = clock.nanoTime();
        boolean usable = response.isFresh(now) || response.stalenessNanos(now) < response.revalidateNanos(rules);
        return usable
                && !response.mustValidate()
                && StorageRules.allow(compared, response, response.fields())
                && response.variant().matches(compared);
    }

    /** Returns whether a response is a failure that all who wait for it have: an error of the partner that is not marked as private. */
    public static boolean isFailureOfAll(ResponseHead head) {
        return head.status() >= FIRST_SERVER_ERROR && !StorageRules.isPrivate(head.headers());
    }

    /**
     * Stores {@code response}, with its body, in place of another one for such requests.
     *
     * @param epoch that of the target at the time of the look-up
     * @return whether it is stored: not if it is too large, or the target has been invalidated meanwhile
     */
    public boolean store(CacheRequest request, StoredResponse response, long epoch) {
        Variants after = responses
                .asMap()
                .compute(request.target(), (target, before) -> storing(before, request, response, epoch));
        return after != null && after.responses().contains(response);
    }

    private @Nullable Variants storing(
            @Nullable Variants before, CacheRequest request, StoredResponse response, long epoch) {
        if (epoch(request.target()) != epoch) {
            return before;
        }
        boolean fits = response.body().bytes().length <= rules.maxBody() && response.weight() <= rules.maxBytes();
        return fits ? Variants.with(before, request, response) : Variants.without(before, request);
    }

    /**
     * Freshens {@code stored} by a 304, and stores it again if that allows it; else it is stored no longer. A response that has
     * taken its place meanwhile stays: it may be newer than the 304, which is not about it.
     *
     * @return the freshened response; {@code stored} itself if the 304 is about another one
     */
    public StoredResponse freshen(
            CacheRequest request, StoredResponse stored, ResponseHead notModified, Arrival arrival, long epoch) {
        return freshen(request, stored, stored.isMeantBy(notModified), notModified, arrival, epoch);
    }

    /**
     * Freshens {@code stored} by the head of a 200 to HEAD, as {@link #freshen} does; it is stored no longer if that describes another
     * response (RFC 9111, section 4.3.5).
     */
    public void freshenByHead(
            CacheRequest request, StoredResponse stored, ResponseHead ofHead, Arrival arrival, long epoch) {
        freshen(request, stored, stored.isDescribedBy(ofHead), ofHead, arrival, epoch);
    }

    private StoredResponse freshen(
            CacheRequest request,
            StoredResponse stored,
            boolean meant,
            ResponseHead newerHead,
            Arrival arrival,
            long epoch) {
        StoredResponse freshened = meant ? stored.freshened(request, newerHead, arrival, rules) : stored;
        boolean kept = meant
                && StorageRules.allow(request, freshened, freshened.fields())
                && StorageRules.isUseful(freshened, rules, clock.nanoTime());
        UnaryOperator<@Nullable Variants> change = kept
                ? before -> storing(before, request, freshened, epoch)
                : before -> Variants.without(before, request);
        responses.asMap().compute(request.target(), (target, before) -> {
            StoredResponse now = before == null ? null : before.find(request);
            return now == null || now == stored ? change.apply(before) : before;
        });
        return freshened;
    }

    // ---- Sharing calls. -----------------------------------------------------------------------------------------

    /** The response to a request for {@code target} was for that one only: for a while no request waits for another one's. */
    public void markUnshared(String target) {
        unshared.put(target, clock.nanoTime() + UNSHARED_NANOS);
    }

    /** Returns whether requests for {@code target} do not wait for one another now. */
    public boolean isUnshared(String target) {
        Long until = unshared.getIfPresent(target);
        return until != null && until - clock.nanoTime() > 0;
    }

    // ---- Removing. ----------------------------------------------------------------------------------------------

    /** Removes all responses of {@code target}; those that are under way are not stored. Returns the number of those removed. */
    public int invalidate(String target) {
        epochs.incrementAndGet(slot(target));
        Variants removed = responses.asMap().remove(target);
        return removed == null ? 0 : removed.responses().size();
    }

    /** Removes all responses; those that are under way are not stored. Returns the number of those removed. */
    public int invalidateAll() {
        epochOfAll.incrementAndGet();
        int removed = 0;
        for (String target : responses.asMap().keySet()) {
            Variants variants = responses.asMap().remove(target);
            removed += variants == null ? 0 : variants.responses().size();
        }
        return removed;
    }

    // ---- Counting. ----------------------------------------------------------------------------------------------

    /** Counts an event. */
    public void count(CacheEvent event) {
        adder(event).increment();
    }

    /** The number of events of one kind since the start. */
    public long counted(CacheEvent event) {
        return adder(event).sum();
    }

    /** Targets that have a stored response. */
    public long targets() {
        return responses.estimatedSize();
    }

    /** Bytes of the stored responses, about. */
    public long bytes() {
        return responses
                .policy()
                .eviction()
                .map(Policy.Eviction::weightedSize)
                .orElseGet(OptionalLong::empty)
                .orElse(0);
    }

    /** Targets whose responses were removed since the start, because there was no room for all. */
    public long evictions() {
        return evictions.sum();
    }

    private LongAdder adder(CacheEvent event) {
        return Objects.requireNonNull(events.get(event));
    }

    private static int slot(String target) {
        return Math.floorMod(target.hashCode(), EPOCHS);
    }
}
