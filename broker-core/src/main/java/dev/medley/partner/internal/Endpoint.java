package dev.medley.partner.internal;

import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.pool.ConnectionPool;
import dev.medley.partner.internal.health.Breaker;
import dev.medley.partner.internal.health.CheckedHealth;
import dev.medley.partner.internal.health.Ejection;
import dev.medley.partner.internal.health.EjectionState;
import dev.medley.partner.internal.health.Verdict;
import dev.medley.partner.internal.limit.AdmissionStage;
import dev.medley.partner.internal.policy.AttemptResult;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One address of a partner: its connections, what admits attempts to it, its statistics. Thread-safe.
 *
 * <p>Stages and breaker refuse attempts. Ejection and health checks make it unfit, which counts as long as enough other
 * endpoints are fit.
 */
public final class Endpoint {

    private final Address address;
    private volatile Place place;
    private final String zone;
    private final ConnectionPool connections;
    private final List<AdmissionStage<AttemptResult>> stages;
    private final Set<Integer> faultStatuses;
    private final @Nullable Breaker breaker;
    private final @Nullable Ejection ejection;
    private final @Nullable CheckedHealth health;
    private final AtomicInteger outstanding = new AtomicInteger();
    private final LongAdder ended = new LongAdder();
    private final LongAdder faults = new LongAdder();
    private volatile int capacity;

    /**
     * Creates an endpoint.
     *
     * @param zone that it is in; empty if that does not matter
     * @param stages that refuse attempts beside the breaker
     * @param faultStatuses statuses of responses that are faults
     * @param breaker null for none, as the next two
     */
    Endpoint(
            Place place,
            String zone,
            ConnectionPool connections,
            List<AdmissionStage<AttemptResult>> stages,
            Set<Integer> faultStatuses,
            @Nullable Breaker breaker,
            @Nullable Ejection ejection,
            @Nullable CheckedHealth health) {
        address = place.address();
        this.place = place;
        this.zone = zone;
        this.connections = connections;
        this.stages = stages;
        this.faultStatuses = faultStatuses;
        this.breaker = breaker;
        this.ejection = ejection;
        this.health = health;
    }

    /** The address. */
    public Address address() {
        return address;
    }

    /** The share of the attempts that it takes, relative to those of the others. */
    public int weight() {
        return place.weight();
    }

    /** Its priority: those with a lower number are used as long as one of them can be. */
    public int priority() {
        return place.priority();
    }

    /** Its address is the same, its weight and its priority may be others. */
    void use(Place current) {
        place = current;
    }

    /** The zone that it is in; empty if none was given. */
    public String zone() {
        return zone;
    }

    /** The connections to the address. */
    public ConnectionPool connections() {
        return connections;
    }

    /** The circuit breaker; null if it has none. */
    public @Nullable Breaker breaker() {
        return breaker;
    }

    /** The ejection; null if it is never ejected. */
    public @Nullable Ejection ejection() {
        return ejection;
    }

    /** The health by active checks; null if there are none. */
    public @Nullable CheckedHealth health() {
        return health;
    }

    /** Attempts at this endpoint that have not ended. */
    public int outstanding() {
        return outstanding.get();
    }

    /** Attempts at this endpoint that have ended. */
    public long ended() {
        return ended.sum();
    }

    /** Attempts at this endpoint that ended by a fault of the partner, or with a status that is one. */
    public long faults() {
        return faults.sum();
    }

    /**
     * An attempt begins here; {@link #attemptEnded} must follow.
     *
     * @return the period of the breaker
     */
    public int attemptStarted() {
        outstanding.incrementAndGet();
        return breaker == null ? 0 : breaker.number();
    }

    /** An attempt here has ended, which began in the period {@code number} of the breaker. */
    public void attemptEnded(AttemptResult result, int number) {
        outstanding.decrementAndGet();
        ended.increment();
        Verdict verdict = Verdict.of(result, faultStatuses);
        if (verdict == Verdict.FAULT) {
            faults.increment();
        }
        if (breaker != null) {
            breaker.ended(verdict, number);
        }
        if (ejection != null) {
            ejection.ended(verdict);
        }
        for (int i = 0; i < stages.size(); i++) {
            stages.get(i).onEnded(result);
        }
    }

    /** Returns whether stages and breaker would admit an attempt. Changes nothing; {@link #start} decides. */
    boolean admits() {
        // For each attempt: without an iterator.
        for (int i = 0; i < stages.size(); i++) {
            if (!stages.get(i).admits()) {
                return false;
            }
        }
        return breaker == null || breaker.admits();
    }

    /** Nanoseconds until it admits an attempt, as {@link AdmissionStage#admitsInNanos}: not known of a breaker that is open. */
    long admitsInNanos() {
        if (breaker != null && !breaker.admits()) {
            return Long.MAX_VALUE;
        }
        long longest = 0;
        for (int i = 0; i < stages.size(); i++) {
            longest = Math.max(longest, stages.get(i).admitsInNanos());
        }
        return longest;
    }

    /** Returns whether an attempt may go here now: it is neither ejected nor unhealthy, and its breaker is not open. */
    public boolean isAvailable() {
        return admits() && isFit();
    }

    /** Returns whether it is healthy, and neither ejected nor on trial: whether an attempt should go here. */
    boolean isFit() {
        return (ejection == null || ejection.admits()) && (health == null || health.isHealthy());
    }

    /** Returns whether it is fit for more than one attempt, the trial that ends its ejection. */
    boolean isInUse() {
        return (ejection == null || ejection.state() == EjectionState.IN_USE) && (health == null || health.isHealthy());
    }

    /** Returns whether as many attempts are outstanding as its connections carry. */
    boolean isFull() {
        return outstanding.get() >= capacity;
    }

    /**
     * An attempt was chosen to go here.
     *
     * @param fitOrNot whether it goes here though the endpoint may be ejected
     * @return false if another thread has taken the last place; then nothing has changed
     */
    boolean start(boolean fitOrNot) {
        int period = breaker == null ? 0 : breaker.start();
        if (period == Breaker.REFUSED) {
            return false;
        }
        if (fitOrNot || ejection == null || ejection.start()) {
            return true;
        }
        if (breaker != null) {
            breaker.ended(Verdict.NONE, period);
        }
        return false;
    }

    /** The reason why it refuses attempts, for messages. */
    String refusal() {
        return address.label() + ": " + reason();
    }

    /** Returns whether one of its stages has refused, and so counted, the attempt. */
    boolean onRefused() {
        for (AdmissionStage<AttemptResult> stage : stages) {
            if (!stage.admits()) {
                stage.onRefused();
                return true;
            }
        }
        return false;
    }

    private String reason() {
        for (AdmissionStage<AttemptResult> stage : stages) {
            if (!stage.admits()) {
                return stage.refusal();
            }
        }
        return breaker != null && !breaker.admits() ? breaker.refusal() : "refuses";
    }

    /** Exchanges that its connections carry at a time. */
    int capacity() {
        return capacity;
    }

    void capacity(int exchanges) {
        capacity = exchanges;
    }

    /** The endpoint is one no more. */
    void remove() {
        if (ejection != null) {
            ejection.remove();
        }
    }

    @Override
    public String toString() {
        return address.label();
    }
}
