package dev.medley.loadtest.driver.result;

import dev.medley.loadtest.driver.client.ErrorKind;
import dev.medley.loadtest.driver.client.LoadOutcome;
import dev.medley.loadtest.driver.plan.Timetable;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** Counts requests when they begin and end. Thread-safe. */
public final class Measurements {

    private final RunTime time;
    private final Timetable timetable;
    private final List<WindowTally> tallies;
    private final boolean open;
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile boolean stopped;

    /** Of the requests that succeeded since it was last read: from the intended start in the open loop. */
    public final Recorder latencies = Latency.newRecorder();

    public final LongAdder started = new LongAdder();
    public final LongAdder succeeded = new LongAdder();
    public final LongAdder failed = new LongAdder();
    public final LongAccumulator mostInFlight = new LongAccumulator(Math::max, 0);

    /** @param open whether it is the open loop, in which requests have an intended start */
    public Measurements(RunTime time, Timetable timetable, boolean open) {
        this.time = time;
        this.timetable = timetable;
        this.open = open;
        tallies = timetable.windows().stream().map(WindowTally::new).toList();
    }

    long now() {
        return time.now();
    }

    public List<WindowTally> tallies() {
        return tallies;
    }

    public int inFlight() {
        return inFlight.get();
    }

    /** Counts a request that was to start at {@code intended} and starts now. */
    public InFlightRequest begin(long intended) {
        int flying = inFlight.incrementAndGet();
        long now = time.now();
        WindowTally found = tallyAt(intended);
        WindowTally tally = found == null ? tallies.get(tallies.size() - 1) : found;
        tally.startDelays.recordValue(Latency.micros(now - intended));
        return begun(tally, intended, now, flying);
    }

    /**
     * Counts a request that starts now, unless the time for requests is over. Nothing begins any more once that time is
     * over and {@link #inFlight()} was zero: a request counts as in flight before it looks at the time.
     */
    @Nullable
    public InFlightRequest beginNow() {
        int flying = inFlight.incrementAndGet();
        long now = time.now();
        WindowTally tally = tallyAt(now);
        if (tally == null) {
            inFlight.decrementAndGet();
            return null;
        }
        return begun(tally, now, now, flying);
    }

    void end(InFlightRequest begun, LoadOutcome outcome) {
        if (!stopped) {
            count(begun, outcome);
        }
        // Last of all: at zero, the thread that waits for the end takes the counts for complete.
        inFlight.decrementAndGet();
    }

    /** Ends counting before all is over. What was in flight is neither a success nor an error. */
    public int stop() {
        stopped = true;
        return inFlight.get();
    }

    private void count(InFlightRequest begun, LoadOutcome outcome) {
        long now = time.now();
        WindowTally present = tallyAt(now);
        if (present != null) {
            present.mostInFlight.accumulate(inFlight.get());
        }
        WindowTally tally = begun.tally();
        tally.bytes.add(outcome.bytes());
        ErrorKind error = outcome.error();
        if (error != null) {
            failed.increment();
            tally.failed(error, outcome.message());
            return;
        }
        succeeded.increment();
        tally.succeeded.increment();
        if (present != null) {
            present.succeededWithin.increment();
        }
        long raw = Latency.micros(now - begun.started());
        long fromIntended = Latency.micros(now - begun.intended());
        tally.raw.recordValue(raw);
        if (open) {
            tally.fromIntended.recordValue(fromIntended);
        }
        latencies.recordValue(fromIntended);
    }

    private InFlightRequest begun(WindowTally tally, long intended, long now, int flying) {
        started.increment();
        tally.started.increment();
        tally.mostInFlight.accumulate(flying);
        mostInFlight.accumulate(flying);
        return new InFlightRequest(this, tally, intended, now);
    }

    /** The tally of the window at that time, or null after the last one. */
    @Nullable
    public WindowTally tallyAt(long nanos) {
        Timetable.Window window = timetable.at(nanos);
        return window == null ? null : tallies.get(window.index());
    }

    /**
     * A request that counts as in flight. Times are nanoseconds since the beginning of the run.
     *
     * @param intended when it was to start
     * @param started when it started
     */
    public record InFlightRequest(Measurements measurements, WindowTally tally, long intended, long started) {

        /** Nanoseconds since it started. */
        public long elapsed() {
            return measurements.now() - started;
        }

        /** Takes note of its end, which is now. */
        public void ended(LoadOutcome outcome) {
            measurements.end(this, outcome);
        }
    }
}
