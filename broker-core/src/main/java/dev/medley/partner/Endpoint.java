package dev.medley.partner;

import dev.medley.connection.Address;
import dev.medley.connection.ConnectionPool;
import dev.medley.partner.limit.AdmissionStage;
import dev.medley.partner.policy.AttemptResult;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** One address of a partner: its connections, the stages that admit attempts to it, its statistics. Thread-safe. */
public final class Endpoint {

    private final Address address;
    private final ConnectionPool connections;
    private final List<AdmissionStage<AttemptResult>> stages;
    private final AtomicInteger outstanding = new AtomicInteger();
    private final LongAdder ended = new LongAdder();
    private final LongAdder faults = new LongAdder();

    Endpoint(Address address, ConnectionPool connections, List<AdmissionStage<AttemptResult>> stages) {
        this.address = address;
        this.connections = connections;
        this.stages = stages;
    }

    /** The address. */
    public Address address() {
        return address;
    }

    /** The connections to the address. */
    public ConnectionPool connections() {
        return connections;
    }

    /** Attempts at this endpoint that have not ended. */
    public int outstanding() {
        return outstanding.get();
    }

    /** Attempts at this endpoint that have ended. */
    public long ended() {
        return ended.sum();
    }

    /** Attempts at this endpoint that ended by a fault of the partner. */
    public long faults() {
        return faults.sum();
    }

    /** An attempt begins here; {@link #attemptEnded} must follow. */
    public void attemptStarted() {
        outstanding.incrementAndGet();
    }

    /** An attempt here has ended. */
    public void attemptEnded(AttemptResult result) {
        outstanding.decrementAndGet();
        ended.increment();
        if (result.kind() == AttemptResult.Kind.PARTNER_FAULT) {
            faults.increment();
        }
        for (AdmissionStage<AttemptResult> stage : stages) {
            stage.onEnded(result);
        }
    }

    /** Returns whether the stages admit an attempt. */
    boolean admits() {
        for (AdmissionStage<AttemptResult> stage : stages) {
            if (!stage.admits()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return address.authority();
    }
}
