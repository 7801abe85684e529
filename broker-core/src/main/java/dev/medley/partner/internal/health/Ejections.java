package dev.medley.partner.internal.health;

import dev.medley.partner.EjectionSettings;
import dev.medley.thread.internal.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Outlier ejection among the endpoints of one partner: bounds the share that is ejected, and compares fault rates.
 *
 * <p>Thread-safe. It needs no scheduled task: the first result after an interval compares the rates.
 */
public final class Ejections {

    static final Logger LOG = LoggerFactory.getLogger(Ejections.class);

    private static final int PERCENT = 100;

    private final int consecutiveFaults;
    private final int excessFaultRate;
    private final long intervalNanos;
    private final int minAttempts;
    private final long durationNanos;
    private final int maxShare;
    private final Clock clock;
    private final Runnable onChange;
    private final List<Ejection> members = new CopyOnWriteArrayList<>();
    private final AtomicInteger out = new AtomicInteger();
    private final AtomicLong compareAt;

    /**
     * Creates an ejection without endpoints.
     *
     * @param onChange called after an endpoint was ejected or has come back, by any thread, holding no lock
     */
    public Ejections(EjectionSettings settings, Clock clock, Runnable onChange) {
        consecutiveFaults = settings.consecutiveFaults();
        excessFaultRate = settings.excessFaultRate();
        intervalNanos = settings.interval().toNanos();
        minAttempts = settings.minAttempts();
        durationNanos = settings.duration().toNanos();
        maxShare = settings.maxShare();
        this.clock = clock;
        this.onChange = onChange;
        compareAt = new AtomicLong(clock.nanoTime() + intervalNanos);
    }

    /** Adds the endpoint {@code name}, in use. */
    public Ejection add(String name) {
        Ejection added = new Ejection(name, this, clock.nanoTime());
        members.add(added);
        return added;
    }

    void removed(Ejection member, boolean wasOut) {
        if (members.remove(member) && wasOut) {
            out.decrementAndGet();
        }
    }

    int consecutiveFaults() {
        return consecutiveFaults;
    }

    Clock clock() {
        return clock;
    }

    void changed() {
        onChange.run();
    }

    /** Counts one more as ejected, if as many may be; {@link #returned} takes that back. */
    boolean mayEjectOneMore() {
        int total = members.size();
        if (total < 2 || maxShare == 0) {
            return false;
        }
        int max = Math.min(total - 1, Math.max(1, total * maxShare / PERCENT));
        int before = out.getAndUpdate(now -> now < max ? now + 1 : now);
        return before < max;
    }

    void returned() {
        out.decrementAndGet();
    }

    long nanosOf(int times) {
        return times * durationNanos;
    }

    long millisOf(int times) {
        return TimeUnit.NANOSECONDS.toMillis(nanosOf(times));
    }

    /** Compares the fault rates once an interval is over. One compare-and-set decides which thread does it. */
    void compareIfDue() {
        long due = compareAt.get();
        long now = clock.nanoTime();
        if (excessFaultRate > 0 && now - due >= 0 && compareAt.compareAndSet(due, now + intervalNanos)) {
            compare();
        }
    }

    private void compare() {
        List<Ejection> compared = List.copyOf(members);
        List<int[]> counts = compared.stream().map(Ejection::takeCounts).toList();
        int attempts = counts.stream().mapToInt(each -> each[0]).sum();
        int faults = counts.stream().mapToInt(each -> each[1]).sum();
        for (int i = 0; i < compared.size(); i++) {
            int ofOne = counts.get(i)[0];
            int ofOthers = attempts - ofOne;
            if (ofOne >= minAttempts && ofOthers >= minAttempts) {
                int rate = percent(counts.get(i)[1], ofOne);
                int others = percent(faults - counts.get(i)[1], ofOthers);
                if (rate - others >= excessFaultRate) {
                    compared.get(i).eject("%d %% of its attempts failed, %d %% of the others'".formatted(rate, others));
                }
            }
        }
    }

    private static int percent(int part, int whole) {
        return part * PERCENT / whole;
    }
}
