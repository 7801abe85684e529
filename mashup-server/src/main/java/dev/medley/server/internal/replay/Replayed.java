package dev.medley.server.internal.replay;

import dev.medley.server.recording.RecordedExchange;
import java.util.List;

/** A run that was replayed. Immutable. */
public final class Replayed<T> {

    private final T reply;
    private final double tookMs;
    private final List<RecordedExchange> exchanges;
    private final List<String> differences;
    private final List<String> notes;

    /** Creates the result of a replay, with copies of the lists; {@code tookMs} is in milliseconds, to the end of the reply. */
    public Replayed(
            T reply, double tookMs, List<RecordedExchange> exchanges, List<String> differences, List<String> notes) {
        this.reply = reply;
        this.tookMs = tookMs;
        this.exchanges = List.copyOf(exchanges);
        this.differences = List.copyOf(differences);
        this.notes = List.copyOf(notes);
    }

    /** Returns the reply of the mashup. */
    public T reply() {
        return reply;
    }

    /** Returns the milliseconds that the mashup took to reply this time, by the broker's clock. */
    public double tookMs() {
        return tookMs;
    }

    /** Returns the exchanges as they were this time. */
    public List<RecordedExchange> exchanges() {
        return exchanges;
    }

    /**
     * Returns the differences from the recording, each in a line: exchanges that did not come, came in addition or ended otherwise;
     * or the order in which they ended. None if exchanges and order were those recorded.
     */
    public List<String> differences() {
        return differences;
    }

    /** Returns the failures that were repeated as other ones, each in a line. */
    public List<String> notes() {
        return notes;
    }
}
