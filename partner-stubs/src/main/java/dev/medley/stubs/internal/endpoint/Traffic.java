package dev.medley.stubs.internal.endpoint;

import java.nio.channels.SelectableChannel;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.io.SelectorManager;
import org.jspecify.annotations.Nullable;

/** The counters behind {@code /stats}. Thread-safe. */
public final class Traffic {

    /** Paths beyond this many are counted together, so that a run over random paths does not fill the memory. */
    static final int MAX_PATHS = 10_000;

    /** The name under which unknown families, and pairs of method and path beyond {@link #MAX_PATHS}, are counted. */
    public static final String OTHER = "(other)";

    private final LongAdder requests = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder closed = new LongAdder();
    private final Map<String, LongAdder> families = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> paths = new ConcurrentHashMap<>();

    /** Creates counters at zero. */
    public Traffic() {}

    /** Counts a request before it is worked on; the path is decoded and without its query. */
    public void arrived(String family, String method, String path) {
        requests.increment();
        families.computeIfAbsent(family, name -> new LongAdder()).increment();
        adder(method + ' ' + path).increment();
    }

    private LongAdder adder(String methodAndPath) {
        LongAdder known = paths.get(methodAndPath);
        if (known != null) {
            return known;
        }
        String key = paths.size() < MAX_PATHS ? methodAndPath : OTHER;
        return paths.computeIfAbsent(key, name -> new LongAdder());
    }

    /** Counts a request as over, answered or failed; to be called once after {@link #arrived}. */
    public void answered() {
        answered.increment();
    }

    /** Returns the number of requests that have arrived so far, those in flight included. */
    public long requests() {
        return requests.sum();
    }

    /** Returns the number of requests so far with this method and path; 0 if they are counted as {@link #OTHER}. */
    public long requests(String method, String path) {
        return value(paths.get(method + ' ' + path));
    }

    /** Returns the number of requests that have arrived and are not over. */
    public long inFlight() {
        // Read in this order the difference is never negative.
        long done = answered.sum();
        return requests.sum() - done;
    }

    /** Returns the number of connections open at this moment, on all ports. */
    public long connections() {
        long gone = closed.sum();
        return accepted.sum() - gone;
    }

    /** Returns the number of connections accepted so far, on all ports. */
    public long connectionsAccepted() {
        return accepted.sum();
    }

    /** Returns a sorted copy of the numbers of requests by the first segment of the path. */
    public Map<String, Long> byFamily() {
        return values(families);
    }

    Map<String, Long> byMethodAndPath() {
        return values(paths);
    }

    private static Map<String, Long> values(Map<String, LongAdder> adders) {
        Map<String, Long> values = new TreeMap<>();
        adders.forEach((name, adder) -> values.put(name, adder.sum()));
        return values;
    }

    private static long value(@Nullable LongAdder adder) {
        return adder == null ? 0 : adder.sum();
    }

    /** To be added to each connector. */
    public SelectorManager.AcceptListener connectionCounter() {
        return new SelectorManager.AcceptListener() {
            @Override
            public void onAccepting(SelectableChannel channel) {
                accepted.increment();
            }

            @Override
            public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
                closed.increment();
            }

            @Override
            public void onClosed(SelectableChannel channel) {
                closed.increment();
            }
        };
    }
}
