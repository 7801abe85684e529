package dev.medley.exchange;

import org.jspecify.annotations.Nullable;

/**
 * How an exchange ends: well, with an answer, or badly, with the reason.
 *
 * @param outcome how
 * @param failure why it did not complete; null if it did, and until whoever carries out a cancellation has noted it
 * @param answer what came of it, or null
 */
record Fate(
        Outcome outcome,
        @Nullable ExchangeException failure,
        @Nullable Answer answer) {

    /** Decided by any thread, which cannot tell where the exchange is. */
    static final Fate CANCELLED = new Fate(Outcome.CANCELLED, null, null);

    static Fate completed(Answer answer) {
        return new Fate(Outcome.COMPLETED, null, answer);
    }

    static Fate failed(ExchangeException failure) {
        return new Fate(failure.reason().outcome(), failure, null);
    }

    Answer answerOrThrow() {
        if (answer == null) {
            throw new IllegalStateException(outcome + " without an answer");
        }
        return answer;
    }
}
