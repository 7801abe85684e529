package dev.medley.js.internal.run;

import dev.medley.config.ScriptSettings;
import java.util.concurrent.atomic.AtomicInteger;
import org.graalvm.polyglot.ResourceLimits;

/**
 * The bounds of runs, from the section {@code server.scripts}, and the contexts that there are. Thread-safe.
 *
 * <p>They bound what a script of the operator does by mistake. The engine has no bound on memory: what a script keeps is bounded by what
 * its turns allocate, which is looked at in intervals.
 */
public final class RunBounds {

    /** Functions of a script that call each other, and are not done: each takes up to 10 KiB of a thread's stack. */
    static final int DEEPEST = 1_000;

    private final ScriptSettings settings;
    private final ResourceLimits statements;
    private final AtomicInteger contexts = new AtomicInteger();

    /** Creates bounds. */
    public RunBounds(ScriptSettings settings) {
        this.settings = settings;
        statements = ResourceLimits.newBuilder()
                .statementLimit(settings.maxStatements(), null)
                .build();
    }

    /** Returns the bound of each context on its statements. */
    public ResourceLimits statements() {
        return statements;
    }

    /** Returns the bound on the characters of a string, as the engine's option has it. */
    public String maxString() {
        return String.valueOf(settings.maxString());
    }

    long maxNanos() {
        return settings.maxTime().toNanos();
    }

    long maxAllocation() {
        return settings.maxAllocation();
    }

    int maxCalls() {
        return settings.maxCalls();
    }

    /** Takes a context; false if there are as many as may be. */
    boolean takeContext() {
        for (int now = contexts.get(); now < settings.maxContexts(); now = contexts.get()) {
            if (contexts.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    void giveContextBack() {
        contexts.decrementAndGet();
    }

    /** Returns the number of contexts. */
    public int contexts() {
        return contexts.get();
    }

    RunBoundException statementsPassed() {
        return new RunBoundException("%,d statements".formatted(settings.maxStatements()), "max-statements");
    }

    RunBoundException timePassed() {
        return new RunBoundException(
                "%d ms of the processor".formatted(settings.maxTime().toMillis()), "max-time");
    }

    RunBoundException allocationPassed() {
        return new RunBoundException(
                "%,d bytes of memory that it allocates".formatted(settings.maxAllocation()), "max-allocation");
    }

    RunBoundException callsPassed() {
        return new RunBoundException("%,d calls, timers and bodies".formatted(settings.maxCalls()), "max-calls");
    }

    static RunBoundException depthPassed(String place) {
        return new RunBoundException("%,d functions that call each other".formatted(DEEPEST), null, place);
    }
}
