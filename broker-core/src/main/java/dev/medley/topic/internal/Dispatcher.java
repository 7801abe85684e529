package dev.medley.topic.internal;

import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.Loop;
import dev.medley.thread.internal.Loops;
import dev.medley.topic.internal.log.Selection;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the sessions of one loop what has been published; without loops, a share of all sessions, on threads of the pool. All that is done
 * for a session runs here, one after another, so that nothing of a session needs a lock.
 *
 * <p>What many subscriptions wait for is cut into turns, so that a broadcast does not hold up the other work of the loop.
 */
public final class Dispatcher implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    /** A turn ends after so many nanoseconds, at the next subscription. */
    private static final long TURN = 500_000;
    /** Publishers wait once rounds have gone on for so many nanoseconds without an end. */
    private static final long BEHIND = 20_000_000;

    /** No time of the clock: no round is under way. */
    private static final long NONE = Long.MIN_VALUE;

    private static final CompletionStage<@Nullable Void> DONE = CompletableFuture.completedFuture(null);

    private final Executor serial;
    private final Executor behindOthers;
    private final BooleanSupplier current;
    private final Clock clock;
    private final Queue<Round> news = new ConcurrentLinkedQueue<>();
    /** What waits behind other work of the loop, besides rounds. */
    private final Queue<Runnable> later = new ConcurrentLinkedQueue<>();
    /** Whether a turn waits, or runs. */
    private final AtomicBoolean scheduled = new AtomicBoolean();
    /** Since when there has always been a round to go on with, as turns have found it; {@link #NONE} if there is none. */
    private volatile long behindSince = NONE;

    private final Map<Selection, Subscribers> bySelection = new HashMap<>();

    /** What is told in turns. */
    interface Round {

        /** Tells the next one. Returns whether there are more in this round. */
        boolean tellNext();
    }

    /**
     * Creates a dispatcher.
     *
     * @param serial runs one task after another
     * @param behindOthers as {@code serial}, but behind the other work that waits; called by tasks
     * @param current whether the calling thread is running one of its tasks, or may run one
     */
    Dispatcher(Executor serial, Executor behindOthers, BooleanSupplier current, Clock clock) {
        this.current = current;
        this.serial = serial;
        this.behindOthers = behindOthers;
        this.clock = clock;
    }

    /**
     * Returns the dispatchers of a pool: one for each of its loops, or for each processor if it has none.
     *
     * @param clock of turns
     */
    public static List<Dispatcher> of(BrokerPool pool, Clock clock) {
        Loops loops = pool.loops();
        if (loops == null) {
            return IntStream.range(0, Runtime.getRuntime().availableProcessors())
                    .mapToObj(number -> new SerialExecutor(pool))
                    .map(serial -> new Dispatcher(serial, serial, () -> false, clock))
                    .toList();
        }
        return loops.all().stream().map(loop -> ofLoop(loop, clock)).toList();
    }

    private static Dispatcher ofLoop(Loop loop, Clock clock) {
        // In slices, of which a round of the loop has one: a mashup passes some rounds while a broadcast is under way.
        Object client = new Object();
        return new Dispatcher(
                loop::execute, task -> loop.deferSlice(client, task), () -> Loop.current() == loop, clock);
    }

    /** Returns whether the calling thread may work for its sessions at once. */
    public boolean isCurrent() {
        return current.getAsBoolean();
    }

    /** Runs {@code task}, which concerns a session of this dispatcher: at once where that may be, or soon. By any thread. */
    public void run(Runnable task) {
        if (isCurrent()) {
            task.run();
        } else {
            serial.execute(task);
        }
    }

    /** Runs {@code task} in a turn, behind the other work that waits. By any thread. */
    public void executeBehindOthers(Runnable task) {
        later.add(task);
        schedule();
    }

    /** Runs {@code task}, which concerns a session of this dispatcher, soon. By any thread. */
    @Override
    public void execute(Runnable task) {
        serial.execute(task);
    }

    /** Returns the subscribers to {@code pattern} at this dispatcher, which are told of messages from now on. By its own task. */
    Subscribers subscribers(Topic topic, SubjectPattern pattern) {
        Selection selection = topic.log().select(pattern);
        Subscribers known = bySelection.get(selection);
        if (known != null) {
            topic.log().release(selection);
            return known;
        }
        Subscribers added = new Subscribers(selection, this);
        bySelection.put(selection, added);
        topic.log().watch(selection, added);
        return added;
    }

    /** Removes a subscription. By its own task. */
    void remove(Subscription subscription) {
        Subscribers subscribers = subscription.subscribers();
        if (subscribers.remove(subscription)) {
            Selection selection = subscribers.selection();
            bySelection.remove(selection);
            subscription.topic().log().unwatch(selection, subscribers);
            subscription.topic().log().release(selection);
        }
    }

    /** Goes through {@code round} soon. By any thread. */
    void add(Round round) {
        news.add(round);
        schedule();
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            serial.execute(this::turn);
        }
    }

    /**
     * Returns when the sessions have been told of all that is published now: at once, unless publishers have been faster for a while. By any thread.
     */
    CompletionStage<@Nullable Void> caughtUp() {
        if (!isBehind()) {
            return DONE;
        }
        CompletableFuture<@Nullable Void> passed = new CompletableFuture<>();
        add(() -> {
            passed.complete(null);
            return false;
        });
        return passed;
    }

    /** Returns whether publishers have been faster for a while. By any thread. */
    boolean isBehind() {
        long since = behindSince;
        return since != NONE && clock.nanoTime() - since >= BEHIND;
    }

    /** Runs {@code task} after {@code nanos}. By its own tasks. */
    void schedule(long nanos, Runnable task) {
        clock.schedule(nanos, () -> serial.execute(task));
    }

    long nanoTime() {
        return clock.nanoTime();
    }

    private void turn() {
        long begun = clock.nanoTime();
        while (clock.nanoTime() - begun < TURN) {
            boolean worked = goOn(begun);
            Runnable task = later.poll();
            if (task != null) {
                guarded(task, task);
            } else if (!worked) {
                scheduled.set(false);
                // What was added before that may have found it set.
                if ((news.isEmpty() && later.isEmpty()) || !scheduled.compareAndSet(false, true)) {
                    return;
                }
            }
        }
        behindOthers.execute(this::turn);
    }

    /** Runs {@code action}, of {@code owner}: a failure of one session must not end the turns of all. */
    static void guarded(Runnable action, Object owner) {
        try {
            action.run();
        } catch (RuntimeException | Error x) {
            LOG.error("internal error in {}", owner, x);
        }
    }

    /** Goes on with the first round. Returns whether there was one. */
    private boolean goOn(long now) {
        Round first = news.peek();
        if (first == null) {
            behindSince = NONE;
            return false;
        }
        if (behindSince == NONE) {
            behindSince = now;
        }
        if (!first.tellNext()) {
            news.remove();
        }
        return true;
    }
}
