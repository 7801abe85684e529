package dev.medley.loadtest.driver;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * Carries out a {@link LoadPlan}.
 *
 * <p>What it costs is threads, not requests: those of the plan, one that keeps the schedule, and one for alarms. All of
 * them end with the run, and all connections are closed.
 */
public final class LoadDriver {

    private LoadDriver() {}

    /**
     * Runs {@code plan} to its end and to that of its last request, or until the calling thread is interrupted: then
     * it returns soon with what there is, {@link LoadResult#stopped} is true, and the thread is still interrupted.
     *
     * @param progress called once a second, by the calling thread
     * @throws IOException if the target's host is unknown, or a source address is none of this machine; a target that
     *     does not answer is no exception but a number of errors
     */
    public static LoadResult run(LoadPlan plan, Consumer<Progress> progress) throws IOException {
        return run(plan, () -> {}, progress);
    }

    /**
     * As {@link #run(LoadPlan, Consumer)}, for callers that must know when the load begins: the client is ready by then.
     *
     * @param onBegin called by the calling thread; must not take long
     */
    public static LoadResult run(LoadPlan plan, Runnable onBegin, Consumer<Progress> progress) throws IOException {
        try (LoadClient client = LoadClient.start(plan)) {
            onBegin.run();
            return new LoadRun(plan).run(client, progress);
        }
    }
}
