package dev.medley.mashup.internal;

import dev.medley.mashup.ReplyEnd;
import java.util.List;
import java.util.function.Consumer;

/** Is told of the end of a reply, and knows what the reply lacks: a mashup may replace a failed exchange, or do without it. */
public interface ReplyObserver extends Consumer<ReplyEnd> {

    /** Returns the names of the exchanges whose values are missing. By any thread. */
    List<String> missing();
}
