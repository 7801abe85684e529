package dev.medley.js.internal.run;

import dev.medley.config.ManifestDetail;
import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import java.util.concurrent.CompletionStage;

/** Begins the runs of scripts, within their bounds. Thread-safe. */
public final class ScriptRuns implements AutoCloseable {

    private final RunBounds bounds;
    private final TurnWatch watch = new TurnWatch();

    /** Creates an instance, and a thread that watches the runs. */
    public ScriptRuns(RunBounds bounds) {
        this.bounds = bounds;
    }

    /**
     * Begins a run. Called by the thread of the inbound request; does not block.
     *
     * @param detail of the reply's manifest
     * @param incomplete gets the manifest of a reply that is not complete
     * @return a stage of the reply
     * @throws dev.medley.mashup.ProblemException if there are as many as may be
     */
    public CompletionStage<Reply> run(
            RunnableScript script, DefaultMashup mashup, ManifestDetail detail, IncompleteReplies incomplete) {
        // Reads the query, which may be malformed: before there is a context to give back.
        ScriptRun run = new ScriptRun(script, mashup, bounds, watch);
        if (!bounds.takeContext()) {
            throw ScriptRun.refused();
        }
        try {
            return run.start(detail, incomplete);
        } catch (RuntimeException | Error x) {
            bounds.giveContextBack();
            throw x;
        }
    }

    /** Ends the watch, after the last run. */
    @Override
    public void close() {
        watch.close();
    }
}
