package dev.medley.js.internal.run;

import dev.medley.config.ManifestDetail;
import dev.medley.connection.internal.WriteBatch;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.js.internal.call.PartnerCalls;
import dev.medley.js.internal.call.TaskQueue;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.SerialWork;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request for a script. What happens to it, such as the end of an exchange, is queued, and done in turns on the pool's share for
 * mashups, one at a time: a context has one owner at a time, and nothing waits for it. What decides the reply first does so within a
 * turn; at the end of that the stage is completed, and the context closed. Thread-safe.
 */
final class ScriptRun implements TaskQueue {

    private static final Logger LOG = LoggerFactory.getLogger("dev.medley.script");

    private final RunnableScript script;
    private final DefaultMashup mashup;
    private final RunBounds bounds;
    private final TurnWatch watch;
    private final Executor share;
    private final BrokerStage<Reply> reply;
    private final PartnerCalls calls;
    private final SerialWork work = new SerialWork();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Null before the first turn, and after the last. Written in turns only; read by the watch. */
    private volatile @Nullable Context context;

    /** A bound that has been passed: whatever the script makes of it, the run is over. */
    private volatile @Nullable RunBoundException passed;

    /** By the turns that have ended. */
    private volatile Turn.Used used = Turn.Used.NOTHING;
    /** Values of the request that the script has read, which its exchanges may have sent. */
    private volatile List<Object> secrets;

    /** The rest is for turns. */
    private boolean closed;

    /** Completes the stage of the reply; null before the reply is decided. */
    private @Nullable Runnable end;

    private final Map<Integer, Clock.ScheduledTask> timers = new HashMap<>();
    private int inFlight;
    /** Of all calls, timers and reads that have begun. */
    private int begun;

    ScriptRun(RunnableScript script, DefaultMashup mashup, RunBounds bounds, TurnWatch watch) {
        this.script = script;
        this.mashup = mashup;
        this.bounds = bounds;
        this.watch = watch;
        share = mashup.codeOnShare();
        reply = new BrokerStage<>(mashup.broker().pool());
        secrets = List.of(mashup.inbound().allParameters().values());
        calls = new PartnerCalls(mashup, this);
    }

    /**
     * Begins the run, with a context that has been taken from the bounds. Called by the thread of the inbound request.
     *
     * @param detail of the reply's manifest
     * @param incomplete gets the manifest of a reply that is not complete
     */
    CompletionStage<Reply> start(ManifestDetail detail, IncompleteReplies incomplete) {
        ScriptReplyObserver observer =
                new ScriptReplyObserver(script.file(), mashup, calls, incomplete, () -> secrets, () -> add(() -> {}));
        observer.addField(detail, reply::isCompletedExceptionally);
        mashup.onReplied(observer);
        add(this::begin);
        return reply;
    }

    /** Refuses a run, because there are as many contexts as may be. */
    static ProblemException refused() {
        return new ProblemException(Status.SERVICE_UNAVAILABLE, "there are too many requests for scripts");
    }

    // ---- Turns. -------------------------------------------------------------------------------------------------

    @Override
    public void add(Runnable task) {
        tasks.add(task);
        if (work.begins()) {
            share.execute(this::run);
        }
    }

    private void run() {
        do {
            turn();
        } while (work.goesOn());
    }

    private void turn() {
        if (closed) {
            tasks.clear();
            return;
        }
        Turn turn = watch.begin(this);
        WriteBatch batch = WriteBatch.begin();
        try {
            for (Runnable task = tasks.poll(); task != null && !isOver(); task = tasks.poll()) {
                task.run();
            }
        } catch (PolyglotException x) {
            fail(x);
        } catch (RuntimeException | Error x) {
            end(() -> reply.completeExceptionally(x));
        } finally {
            batch.end();
            used = used.plus(watch.end(turn));
        }
        failIfPassed(null);
        if (!isOver() && inFlight == 0 && tasks.isEmpty()) {
            fail(ScriptErrors.of(
                    "the promise of the script will never be settled: it waits for no call, no timer and no body",
                    script.file()));
        }
        if (isOver()) {
            close();
        }
    }

    private boolean isOver() {
        return end != null || mashup.isOver();
    }

    /** Decides the reply, which is completed once the turn is over: what follows from it does not run within the script. */
    private void end(Runnable decided) {
        if (end == null) {
            end = decided;
        }
    }

    private void begin() {
        Context created = script.newContext(bounds, new Warnings(LOG, script.file()));
        context = created;
        Value runner =
                created.eval(ScriptContexts.preludeSource()).execute(new HostFunctions(this, mashup, calls, LOG).all());
        Value exports = created.eval(script.source());
        runner.executeVoid(
                exports.getMember("default"),
                "\n" + String.join("\n", mashup.broker().partnerNames()) + "\n",
                RequestText.of(mashup));
    }

    private void close() {
        closed = true;
        tasks.clear();
        timers.values().forEach(Clock.ScheduledTask::cancel);
        timers.clear();
        Runnable decided = end;
        Context last = context;
        context = null;
        try {
            if (decided != null) {
                decided.run();
            }
        } finally {
            if (last != null) {
                cancel(last);
            }
            bounds.giveContextBack();
        }
    }

    /** Begins a timer, of which {@code fire} is a task; within a turn. Returns why it must not, or null. */
    @Nullable
    String beginTimer(int id, long delayNanos, Runnable fire) {
        String refusal = begins();
        if (refusal == null) {
            timers.put(id, mashup.broker().clock().schedule(delayNanos, () -> add(() -> fire(id, fire))));
        }
        return refusal;
    }

    private void fire(int id, Runnable fire) {
        if (timers.remove(id) != null) {
            ends();
            fire.run();
        }
    }

    /** Ends a timer, if it has not fired; within a turn. */
    void clearTimer(int id) {
        Clock.ScheduledTask timer = timers.remove(id);
        if (timer != null) {
            timer.cancel();
            ends();
        }
    }

    @Override
    public @Nullable String begins() {
        begun++;
        if (begun > bounds.maxCalls()) {
            RunBoundException bound = bounds.callsPassed();
            passed(bound);
            return bound.getMessage();
        }
        inFlight++;
        return null;
    }

    @Override
    public void ends() {
        inFlight--;
    }

    // ---- The end. -----------------------------------------------------------------------------------------------

    void reply(Reply given) {
        if (!failIfPassed(null)) {
            end(() -> reply.complete(given));
        }
    }

    void fail(Throwable failure) {
        if (!failIfPassed(null)) {
            end(() -> reply.completeExceptionally(failure));
        }
    }

    void fail(Value error, String text) {
        PolyglotException thrown = ScriptErrors.thrown(error);
        if (thrown != null) {
            fail(thrown);
        } else {
            fail(ScriptErrors.of("the script throws %s; expected an Error".formatted(text), script.file()));
        }
    }

    private void fail(PolyglotException thrown) {
        if (ScriptErrors.isStatementLimit(thrown)) {
            passed(bounds.statementsPassed());
        }
        if (!failIfPassed(thrown)) {
            end(() -> reply.completeExceptionally(ScriptErrors.of(thrown, script.file())));
        }
    }

    private boolean failIfPassed(@Nullable PolyglotException thrown) {
        RunBoundException bound = passed;
        if (bound != null) {
            end(() -> reply.completeExceptionally(ScriptErrors.of(bound, thrown, script.file())));
        }
        return bound != null;
    }

    /** The run has passed a bound, and is over at the end of the turn, if not before. By any thread. */
    void passed(RunBoundException bound) {
        if (passed == null) {
            passed = bound;
        }
    }

    /** The script has read {@code values} of the request. */
    void hasRead(Object values) {
        secrets = Stream.concat(secrets.stream(), Stream.of(values)).toList();
    }

    String file() {
        return script.file();
    }

    /** Ends the run if its turns have used too much, together with the one under way. By the watch, which must not wait for that. */
    void endIfPassed(Turn underWay) {
        Turn.Used all = used.plus(underWay.used());
        if (underWay.hasEnded()) {
            // It may be counted twice, or with what its thread has done since.
            return;
        }
        RunBoundException bound = all.cpuNanos() > bounds.maxNanos()
                ? bounds.timePassed()
                : all.bytes() > bounds.maxAllocation() ? bounds.allocationPassed() : null;
        if (bound == null || passed != null) {
            return;
        }
        passed(bound);
        Context running = context;
        if (running != null) {
            Thread ending = new Thread(() -> cancel(running), "medley-script-end");
            ending.setDaemon(true);
            ending.start();
        }
    }

    /** Blocks until the code has ended: an operation on large numbers, for instance, goes on to its end. */
    private void cancel(Context running) {
        try {
            running.close(true);
        } catch (PolyglotException x) {
            LOG.debug("{}: the context was not closed cleanly", script.file(), x);
        }
    }
}
