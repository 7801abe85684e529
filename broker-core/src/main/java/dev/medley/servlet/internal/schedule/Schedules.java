package dev.medley.servlet.internal.schedule;

import dev.medley.mashup.Snapshot;
import dev.medley.mashup.internal.Snapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;

/**
 * The schedules of one set of mashups. Those that are ready begin with the set; a set that follows another one after a reload takes its
 * snapshots over. Thread-safe.
 */
public final class Schedules implements Snapshots {

    private final DoubleSupplier random;
    private final Map<String, Schedule> byName = new ConcurrentSkipListMap<>();
    /** Of the fields below. */
    private final ReentrantLock lock = new ReentrantLock();

    private final List<Schedule> ready = new ArrayList<>();
    private boolean begun;
    private boolean onDemand;
    private boolean stopped;

    /** Creates the schedules of a set; the jitter is by {@code random}, numbers from 0 to 1. */
    public Schedules(DoubleSupplier random) {
        this.random = random;
    }

    /** Adds the schedule of a mashup. It begins once it is {@linkplain #ready ready}. */
    public Schedule add(ScheduledMashup mashup) {
        Schedule schedule = new Schedule(mashup, this, random);
        byName.put(schedule.name(), schedule);
        return schedule;
    }

    /** The mashup has been initialized: its schedule begins, with the set. */
    public void ready(Schedule schedule) {
        boolean begins;
        boolean ends;
        lock.lock();
        try {
            ready.add(schedule);
            begins = begun;
            ends = stopped;
            if (onDemand) {
                schedule.onDemand();
            }
        } finally {
            lock.unlock();
        }
        if (ends) {
            // A servlet that is initialized at its first request may come after the end.
            schedule.stop();
        } else if (begins) {
            schedule.begin(0);
        }
    }

    /** Has mashups run when they are read, and at no other time: for runs of single requests. Before the first is ready. */
    public void onDemand() {
        lock.lock();
        try {
            onDemand = true;
        } finally {
            lock.unlock();
        }
    }

    /** Begins the schedules, once all mashups are ready: a run may read the snapshot of any other. */
    public void begin() {
        List<Schedule> first;
        lock.lock();
        try {
            begun = true;
            first = List.copyOf(ready);
        } finally {
            lock.unlock();
        }
        for (int i = 0; i < first.size(); i++) {
            first.get(i).begin(FirstRuns.delayNanos(i));
        }
    }

    /** Takes the place of {@code before}, whose schedules end, and begins, unless {@code before} was stopped: then nothing begins. */
    public void succeed(Schedules before) {
        if (before.isStopped()) {
            stop();
            return;
        }
        before.byName.forEach((name, last) -> {
            Schedule next = byName.get(name);
            if (next == null) {
                last.stop();
            } else {
                next.succeed(last);
            }
        });
        begin();
    }

    /** Ends all: nothing begins any more, and runs in flight are cancelled. Snapshots can still be read. */
    public void stop() {
        lock.lock();
        try {
            stopped = true;
        } finally {
            lock.unlock();
        }
        byName.values().forEach(Schedule::stop);
    }

    private boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /** Returns all schedules, by the names of their snapshots. */
    public List<Schedule> all() {
        return List.copyOf(byName.values());
    }

    @Override
    public CompletionStage<Snapshot> snapshot(String name) {
        Schedule schedule = byName.get(name);
        if (schedule == null) {
            throw new IllegalArgumentException("there is no snapshot '%s'; expected %s"
                    .formatted(
                            name, byName.isEmpty() ? "a mashup with a schedule" : String.join(", ", byName.keySet())));
        }
        return schedule.snapshot();
    }
}
