package dev.medley.server.internal.declared.value;

import dev.medley.exchange.Exchange;
import dev.medley.mashup.Problem;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of an exchange of a declared mashup, or of all exchanges of one with {@code for-each}. Immutable.
 *
 * @param outcome in one word
 * @param value null if there is none
 * @param exchange the one that was started last; null if none was
 * @param cause why the partner's own value is missing, in words for anybody; null if it is not
 * @param failure the same in full, for administrators; null if there is none
 * @param read what was read, if its exchange is not a single one with a partner: pages, or a snapshot; null for others
 * @param ofElements those of the elements of {@code for-each}, in their order; null without it
 */
public record Result(
        Outcome outcome,
        @Nullable Document value,
        @Nullable Exchange exchange,
        @Nullable String cause,
        @Nullable Throwable failure,
        @Nullable Read read,
        @Nullable List<Result> ofElements) {

    private static final int FIRST_OF_CLIENT = 400;
    private static final int FIRST_OF_SERVER = 500;

    /** The result of all exchanges whose condition is not true. */
    public static final Result SKIPPED = new Result(Outcome.SKIPPED, null, null, null, null, null, null);

    /** What a value was read from, in place of one response. */
    public sealed interface Read {}

    /**
     * What is known of a snapshot beside its value.
     *
     * @param status of the reply
     * @param ageSeconds since the end of the run that made it
     */
    public record SnapshotHead(int status, long ageSeconds) implements Read {}

    /** The outcomes. */
    public enum Outcome {
        /** The value is the partner's. */
        COMPLETED,
        /** Another value replaces it. */
        FALLBACK,
        /** It has no value. */
        MISSING,
        /** It has no value, so that the mashup has failed. */
        FAILED,
        /** It had not ended when the manifest was made. */
        UNFINISHED,
        /** Its condition was not true. */
        SKIPPED;

        /** Returns the word for it in manifests and {@code $response}, in lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the result with the partner's value; null for a response without one, or one that is passed on. */
    public static Result completed(@Nullable Document value, @Nullable Exchange exchange) {
        return new Result(Outcome.COMPLETED, value, exchange, null, null, null, null);
    }

    /** Returns the result with the items of all pages that were read, which have {@code bytes} together. */
    public static Result ofPages(List<?> items, PagesRead pages, long bytes) {
        return new Result(Outcome.COMPLETED, Document.ofTree(items, bytes), pages.last(), null, null, pages, null);
    }

    /**
     * The pages of a list.
     *
     * @param exchanges that have read them, at least one
     * @param more whether there is a page after the last one that was read
     */
    public record PagesRead(List<Exchange> exchanges, boolean more) implements Read {

        /** Takes a copy. */
        public PagesRead {
            exchanges = List.copyOf(exchanges);
        }

        /** Returns the time of all pages, which are read one after another. */
        long nanos() {
            return exchanges.stream()
                    .mapToLong(each -> each.timings().totalNanos())
                    .sum();
        }

        Exchange last() {
            return exchanges.get(exchanges.size() - 1);
        }
    }

    /** Returns the exchanges whose responses the value is made of: several for pages. */
    List<Exchange> exchanges() {
        PagesRead pages = pages();
        if (pages != null) {
            return pages.exchanges();
        }
        return exchange == null ? List.of() : List.of(exchange);
    }

    /** Returns the result with the snapshot of another mashup. */
    public static Result ofSnapshot(Document value, int status, long ageSeconds) {
        return new Result(Outcome.COMPLETED, value, null, null, null, new SnapshotHead(status, ageSeconds), null);
    }

    /** Returns the pages of a list, if its exchange has read pages; null for others. */
    public @Nullable PagesRead pages() {
        return read instanceof PagesRead pages ? pages : null;
    }

    /** Returns the head of the snapshot that it has read; null if it is no such exchange. */
    public @Nullable SnapshotHead snapshot() {
        return read instanceof SnapshotHead head ? head : null;
    }

    /** Returns the result with a value that stands for the partner's, null for none; the cause is that of the failure. */
    public static Result fallback(
            @Nullable Document value, @Nullable Exchange exchange, String cause, Throwable failure) {
        return new Result(Outcome.FALLBACK, value, exchange, cause, failure, null, null);
    }

    /** As above, with the value of another exchange. If that has read pages, there may be more of them, as there may be of its own. */
    public static Result fallback(Result other, String cause, Throwable failure) {
        return new Result(Outcome.FALLBACK, other.value, other.exchange, cause, failure, other.pages(), null);
    }

    /** Returns the result of an exchange that was cancelled or has not ended, null if none was started. */
    public static Result unfinished(@Nullable Exchange exchange) {
        return new Result(Outcome.UNFINISHED, null, exchange, null, null, null, null);
    }

    /** Returns the result of an exchange with which the mashup fails, null if it failed before one was started. */
    public static Result failed(@Nullable Exchange exchange, String cause, Throwable failure) {
        return new Result(Outcome.FAILED, null, exchange, cause, failure, null, null);
    }

    /** Returns the result of an optional exchange that failed, null if it failed before one was started. */
    public static Result missing(@Nullable Exchange exchange, String cause, Throwable failure) {
        return new Result(Outcome.MISSING, null, exchange, cause, failure, null, null);
    }

    /** Returns the result of a {@code for-each}, whose value is the array of those of its elements. */
    public static Result ofElements(List<Result> elements) {
        return new Result(Outcome.COMPLETED, Document.ofElements(elements), null, null, null, null, elements);
    }

    /** Returns whether the exchange has {@code for-each}, be it without elements. */
    public boolean isOfElements() {
        return ofElements != null;
    }

    /** Returns the results of the elements; none without {@code for-each}. */
    public List<Result> elements() {
        return ofElements == null ? List.of() : ofElements;
    }

    /** Returns whether the value, and each element's value, is the partner's own. */
    public boolean isComplete() {
        return outcome != Outcome.UNFINISHED && !Missing.isIn(this);
    }

    /** As {@link #isComplete}, where what fails by the request of the client does not count. */
    public boolean isCompleteButForClient() {
        boolean complete =
                outcome == Outcome.COMPLETED || outcome == Outcome.SKIPPED || (failure != null && isOfClient(failure));
        return complete && elements().stream().allMatch(Result::isCompleteButForClient);
    }

    /**
     * Returns whether a client can cause a failure by its request: for each of its requests there could be one, which tells nothing of
     * a partner.
     */
    public static boolean isOfClient(Throwable failure) {
        if (failure instanceof EvaluationException x) {
            return x.provenance().mayBeOfClient();
        }
        Problem problem = Problem.of(failure);
        return problem != null
                && problem.partner() == null
                && problem.status() >= FIRST_OF_CLIENT
                && problem.status() < FIRST_OF_SERVER;
    }
}
