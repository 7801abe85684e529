package dev.medley.server.internal.replay;

import dev.medley.connection.RequestBody;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.server.recording.RecordedExchange;
import dev.medley.server.recording.Recording;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.Clock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Repeats the exchanges of a recording, in the recorded order of their ends. Stubs ask it for their answers, and it is told of the
 * ends.
 *
 * <p>The answer to a request is held back until all exchanges that ended before it in the recording have <em>settled</em>: until
 * the end of each has been told to its listener and to the stages that depend on it, and these have returned. So whatever they do,
 * such as deciding a race, is done before the next answer is even sent, and nothing overtakes it. It is held back, too, until the
 * requests have come that were sent before it was answered in the recording: a race is not over before all have started.
 *
 * <p>An exchange that was cancelled gets no answer: the mashup cancels it again, and its place in the order follows from that. One
 * that ended by a time-out gets none either, and those behind it wait for the time-out; a time-out that comes early waits for those
 * before it.
 *
 * <p>One that had ended when the code of the mashup still dealt with the end before may be cancelled by that now, as it gets its
 * answer only afterwards.
 *
 * <p>Nothing waits for ever: if nothing happens for some time, all answers are given at once, and what does not come is reported.
 * Thread-safe.
 */
public final class Replay implements ExchangeEnds, AutoCloseable {

    /** The time for which a request may be awaited, beside the time that the run took when it was recorded. */
    public static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int NOT_IMPLEMENTED = 501;

    private final Clock clock;
    private final long patienceNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Recorder recorder;
    private final List<ReplayEntry> entries;
    /** Those that have ended, in the order of their ends. */
    private final List<ReplayEntry> order = new ArrayList<>();

    private final Set<String> problems = new LinkedHashSet<>();
    private long lastNanos;
    /** True once the order is given up. */
    private boolean free;

    private boolean closed;
    private Clock.@Nullable ScheduledTask look;

    /**
     * Begins a replay.
     *
     * @param unreachable names of the partners to which connects are refused
     * @throws IllegalArgumentException if a body that an exchange of the recording got is not in it
     */
    public Replay(Recording recording, Set<String> unreachable, Clock clock, Duration patience) {
        this.clock = clock;
        recorder = new Recorder(true, clock);
        if (!recording.obstacles().isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", recording.obstacles()));
        }
        entries = recording.exchanges().stream()
                .map(each -> new ReplayEntry(each, unreachable.contains(each.partner())))
                .toList();
        double tookMs = recording.exchanges().stream()
                .mapToDouble(each -> each.times().endMs())
                .max()
                .orElse(0);
        patienceNanos = patience.plusMillis((long) tookMs).toNanos();
        lastNanos = clock.nanoTime();
        look = clock.schedule(patienceNanos, this::look);
    }

    // ---- Requests. ----------------------------------------------------------------------------------------------

    /** Returns the answer to a request that the stub of {@code partner} has. Called by threads of the stubs. */
    public StubAnswer answer(String partner, RecordedRequest request) {
        List<ReplayEntry> toRelease;
        ReplayEntry entry;
        lock.lock();
        try {
            lastNanos = clock.nanoTime();
            entry = entryOf(partner, request);
            if (entry == null) {
                // Named once its exchange ends. One that was cancelled as it was being sent may come after that end.
                return unknownAnswer(request, partner);
            }
            entry.arrive();
            toRelease = releasable();
        } finally {
            lock.unlock();
        }
        release(toRelease);
        return entry.answer().answer().after(entry.gate());
    }

    /** The first one that has not come; without one, that which is in flight: then it is a further attempt of that. */
    private @Nullable ReplayEntry entryOf(String partner, RecordedRequest request) {
        Predicate<ReplayEntry> same =
                entry -> !entry.hasEnded() && entry.isFor(partner, request.method(), targetOf(request));
        Predicate<ReplayEntry> sameBody = entry -> entry.hasBody(request.bytes(), request.bodyLength());
        return entries.stream()
                .filter(same)
                .min(Comparator.comparing((ReplayEntry entry) -> !sameBody.test(entry))
                        .thenComparing(ReplayEntry::hasArrived)
                        .thenComparing(entry -> !entry.recorded().wasSent()))
                .orElse(null);
    }

    private static String targetOf(RecordedRequest request) {
        return request.query() == null ? request.path() : request.path() + "?" + request.query();
    }

    private static String unknown(String method, String target, String partner) {
        return "the recording has no further request %s %s of partner %s".formatted(method, target, partner);
    }

    private static StubAnswer unknownAnswer(RecordedRequest request, String partner) {
        return StubAnswer.body(
                NOT_IMPLEMENTED,
                "text/plain;charset=utf-8",
                unknown(request.method(), targetOf(request), partner).getBytes(StandardCharsets.UTF_8));
    }

    // ---- Ends. --------------------------------------------------------------------------------------------------

    @Override
    public boolean oneAtATime() {
        return recorder.oneAtATime();
    }

    /** An end that the answer of a stub does not decide, such as a time-out of the broker, may come before its turn. */
    @Override
    public void ending(DefaultExchange exchange) {
        lock.lock();
        try {
            ReplayEntry entry = entryOf(exchange);
            while (entry != null
                    && entry.endedAs(exchange)
                    && !entry.isCancelled()
                    && !free
                    && !closed
                    && !isNext(entry)) {
                moved.await();
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private boolean isNext(ReplayEntry entry) {
        ReplayEntry next = next();
        return next == null || entries.indexOf(next) >= entries.indexOf(entry);
    }

    @Override
    public void ended(DefaultExchange exchange) {
        recorder.ended(exchange);
        lock.lock();
        try {
            lastNanos = clock.nanoTime();
            ReplayEntry entry = entryOf(exchange);
            if (entry == null) {
                problems.add(
                        unknown(exchange.request().method(), RecordedExchanges.targetOf(exchange), exchange.partner()));
            } else {
                entry.end(exchange);
                order.add(entry);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Of equal requests one that ended in the same way, and of these the one whose answer has been released. */
    private @Nullable ReplayEntry entryOf(DefaultExchange exchange) {
        String partner = exchange.partner();
        String method = exchange.request().method();
        String target = RecordedExchanges.targetOf(exchange);
        return entries.stream()
                .filter(entry -> !entry.hasEnded() && entry.isFor(partner, method, target))
                .min(Comparator.comparing((ReplayEntry entry) -> !hasBodyOf(exchange, entry))
                        .thenComparing(entry -> !entry.endedAs(exchange))
                        .thenComparing(entry -> !entry.isReleased())
                        .thenComparing(entry -> !entry.hasArrived()))
                .orElse(null);
    }

    private static boolean hasBodyOf(DefaultExchange exchange, ReplayEntry entry) {
        RequestBody body = exchange.request().body();
        return (body == null || body.streamed())
                ? entry.recorded().requestBody() == null
                : entry.hasBody(body.bytes(), body.bytes().length);
    }

    @Override
    public void settled(DefaultExchange exchange) {
        recorder.settled(exchange);
        List<ReplayEntry> toRelease;
        lock.lock();
        try {
            lastNanos = clock.nanoTime();
            entries.stream().filter(entry -> entry.isOf(exchange)).forEach(ReplayEntry::settle);
            toRelease = releasable();
        } finally {
            lock.unlock();
        }
        release(toRelease);
    }

    // ---- The order. ---------------------------------------------------------------------------------------------

    /** Marks what may be answered now. */
    private List<ReplayEntry> releasable() {
        moved.signalAll();
        List<ReplayEntry> toRelease = new ArrayList<>();
        if (free) {
            entries.stream().filter(ReplayEntry::isWaiting).forEach(toRelease::add);
        } else {
            ReplayEntry next = next();
            if (next != null && next.isHeld() && haveComeBefore(next)) {
                toRelease.add(next);
            }
        }
        toRelease.forEach(ReplayEntry::release);
        return toRelease;
    }

    /** Returns the first whose end has not had its effects; null if there is none. */
    private @Nullable ReplayEntry next() {
        return entries.stream()
                .filter(entry -> !entry.isCancelled() && !entry.isSettled())
                .findFirst()
                .orElse(null);
    }

    /** Returns whether all requests have come that were sent before {@code next} was answered. */
    private boolean haveComeBefore(ReplayEntry next) {
        double answered = next.recorded().times().answeredMs();
        return entries.stream()
                .filter(entry -> entry.recorded().wasSentBefore(answered))
                .allMatch(entry -> entry.hasArrived() || entry.hasEnded());
    }

    private static void release(List<ReplayEntry> entries) {
        entries.forEach(entry -> entry.gate().complete(null));
    }

    /** Gives the order up if nothing has happened for longer than the run took when it was recorded. */
    private void look() {
        List<ReplayEntry> toRelease;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            long left = patienceNanos - (clock.nanoTime() - lastNanos);
            free |= left <= 0;
            look = free ? null : clock.schedule(left, this::look);
            toRelease = releasable();
        } finally {
            lock.unlock();
        }
        release(toRelease);
    }

    // ---- The result. --------------------------------------------------------------------------------------------

    /** Returns the exchanges of this run, as {@link Recorder#exchanges}. */
    public List<RecordedExchange> exchanges(long zeroNanos) {
        return recorder.exchanges(zeroNanos);
    }

    /** Returns the differences from the recording, one in a line; none if exchanges and order were those recorded. */
    public List<String> differences() {
        lock.lock();
        try {
            List<String> all = new ArrayList<>(problems);
            for (ReplayEntry entry : entries) {
                String difference = entry.difference();
                if (difference != null) {
                    all.add(difference);
                }
            }
            List<String> expected = labels(entries.stream());
            List<String> actual = labels(order.stream());
            if (all.isEmpty() && !inOrder()) {
                all.add("the exchanges ended in another order: expected %s, but it was %s"
                        .formatted(String.join(", ", expected), String.join(", ", actual)));
            }
            return all;
        } finally {
            lock.unlock();
        }
    }

    private boolean inOrder() {
        return order.stream()
                .filter(entry -> !entry.wasCancelled())
                .toList()
                .equals(entries.stream().filter(entry -> !entry.wasCancelled()).toList());
    }

    private static List<String> labels(Stream<ReplayEntry> entries) {
        return entries.filter(entry -> !entry.wasCancelled())
                .map(entry -> entry.recorded().label())
                .toList();
    }

    /** Returns what was not repeated as it was, one in a line. */
    public List<String> notes() {
        return entries.stream()
                .filter(entry -> entry.answer().note() != null)
                .map(entry -> entry.recorded().label() + ": " + entry.answer().note())
                .toList();
    }

    /** Ends it: requests that still wait get their answers, which nobody awaits any more. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            moved.signalAll();
            if (look != null) {
                look.cancel();
            }
        } finally {
            lock.unlock();
        }
        entries.forEach(entry -> entry.gate().complete(null));
    }
}
