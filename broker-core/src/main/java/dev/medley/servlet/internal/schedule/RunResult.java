package dev.medley.servlet.internal.schedule;

import dev.medley.mashup.Reply;
import org.jspecify.annotations.Nullable;

/**
 * The end of a run. Immutable.
 *
 * @param outcome what came of it
 * @param reply null unless the outcome is good
 * @param status of the reply, or of the problem that a client would get
 * @param cause why the outcome is not complete, in words for administrators; null if it is
 * @param defect what the code of the mashup has failed with, if that is no failure of a partner; else null
 */
record RunResult(
        RunOutcome outcome,
        @Nullable Reply reply,
        int status,
        @Nullable String cause,
        @Nullable Throwable defect) {}
