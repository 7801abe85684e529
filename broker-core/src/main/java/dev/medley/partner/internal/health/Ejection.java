package dev.medley.partner.internal.health;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * One endpoint under outlier ejection. A trial ends an ejection: when its time is over, one attempt uses the endpoint, and
 * the result decides. So an endpoint that keeps failing costs one attempt for each ejection.
 *
 * <p>Thread-safe: each transition is one compare-and-set on {@link #standing}.
 */
public final class Ejection {

    private static final int MAX_TIMES = 10;
    private static final AtomicReferenceFieldUpdater<Ejection, Standing> STANDING =
            AtomicReferenceFieldUpdater.newUpdater(Ejection.class, Standing.class, "standing");

    private final String name;
    private final Ejections all;
    private volatile Standing standing;
    private final AtomicInteger faultsInARow = new AtomicInteger();
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger faults = new AtomicInteger();
    private final AtomicLong ejected = new AtomicLong();

    /**
     * A state, and since when.
     *
     * @param until when an ejection is over, by the clock
     * @param times ejections, one soon after the other
     */
    private record Standing(EjectionState state, long since, long until, int times) {}

    Ejection(String name, Ejections all, long now) {
        this.name = name;
        this.all = all;
        standing = new Standing(EjectionState.IN_USE, now, now, 0);
    }

    /** Returns whether an attempt may start here now. Changes nothing; {@link #start} decides. */
    public boolean admits() {
        Standing now = standing;
        return now.state == EjectionState.IN_USE || isOver(now);
    }

    /** An attempt is about to start: the trial, if the ejection is over. Returns false if it may not start. */
    public boolean start() {
        Standing now = standing;
        if (now.state == EjectionState.IN_USE) {
            return true;
        }
        return isOver(now) && become(now, EjectionState.ON_TRIAL, now.until);
    }

    private boolean isOver(Standing now) {
        return now.state == EjectionState.EJECTED && all.clock().nanoTime() - now.until >= 0;
    }

    /** An attempt has ended here, or has not started after all ({@link Verdict#NONE}). */
    public void ended(Verdict verdict) {
        if (verdict != Verdict.NONE) {
            attempts.incrementAndGet();
        }
        if (verdict == Verdict.FAULT) {
            faults.incrementAndGet();
        }
        Standing now = standing;
        if (now.state == EjectionState.ON_TRIAL) {
            endTrial(now, verdict);
        } else if (verdict == Verdict.GOOD) {
            faultsInARow.set(0);
        } else if (verdict == Verdict.FAULT) {
            int row = faultsInARow.incrementAndGet();
            if (all.consecutiveFaults() > 0 && row >= all.consecutiveFaults()) {
                eject("%d faults in a row".formatted(row));
            }
        }
        all.compareIfDue();
    }

    /** An attempt that began before the ejection may end a trial; if it was wrong, the next faults eject again. */
    private void endTrial(Standing now, Verdict verdict) {
        switch (verdict) {
            case GOOD -> {
                faultsInARow.set(0);
                if (become(now, EjectionState.IN_USE, now.until)) {
                    all.returned();
                    Ejections.LOG.info("{}: is in use again", name);
                    all.changed();
                }
            }
            case FAULT -> ejectAgain(now);
            case NONE -> become(now, EjectionState.EJECTED, now.until);
        }
    }

    private void ejectAgain(Standing now) {
        int times = Math.min(MAX_TIMES, now.times + 1);
        Standing next = ejectedFor(times);
        if (STANDING.compareAndSet(this, now, next)) {
            ejected.incrementAndGet();
            Ejections.LOG.warn("{}: its trial failed; ejected for {} ms", name, all.millisOf(times));
        }
    }

    /** Ejects the endpoint if it is in use, and as many may be ejected. */
    void eject(String why) {
        Standing now = standing;
        if (now.state != EjectionState.IN_USE || !all.mayEjectOneMore()) {
            return;
        }
        long inUse = all.clock().nanoTime() - now.since;
        int times = inUse > all.nanosOf(now.times) ? 1 : Math.min(MAX_TIMES, now.times + 1);
        if (STANDING.compareAndSet(this, now, ejectedFor(times))) {
            ejected.incrementAndGet();
            Ejections.LOG.warn("{}: ejected for {} ms: {}", name, all.millisOf(times), why);
            all.changed();
        } else {
            all.returned();
        }
    }

    private Standing ejectedFor(int times) {
        long now = all.clock().nanoTime();
        return new Standing(EjectionState.EJECTED, now, now + all.nanosOf(times), times);
    }

    private boolean become(Standing now, EjectionState next, long until) {
        if (!now.state.mayBecome(next)) {
            throw new IllegalStateException(name + " is " + now.state + " and may not become " + next);
        }
        return STANDING.compareAndSet(this, now, new Standing(next, all.clock().nanoTime(), until, now.times));
    }

    /** The endpoint is no more. */
    public void remove() {
        Standing before;
        do {
            before = standing;
        } while (!STANDING.compareAndSet(
                this, before, new Standing(EjectionState.GONE, before.since, before.until, before.times)));
        all.removed(this, before.state.isOut());
    }

    /** Takes the attempts and the faults since the last call. */
    int[] takeCounts() {
        return new int[] {attempts.getAndSet(0), faults.getAndSet(0)};
    }

    /** The state. */
    public EjectionState state() {
        return standing.state;
    }

    /** The number of ejections. */
    public long ejected() {
        return ejected.get();
    }

    @Override
    public String toString() {
        return name + " " + state();
    }
}
