package dev.medley.servlet.internal.inbound;

import dev.medley.exchange.Exchange;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** An inbound request that a mashup answers, for a log that is written at its end. Thread-safe. */
public interface TakenRequest {

    /** The attribute of a request that has it; others are reported by the server. */
    String ATTRIBUTE = "dev.medley.taken";

    /** Returns the name of the servlet: for a mashup its path pattern. */
    String name();

    /** Returns its exchanges so far, in the order of their starts. */
    List<Exchange> exchanges();

    /** Returns the names of the exchanges whose values its reply lacks. */
    List<String> missing();

    /** Returns a stage of its end, as metrics count it. The container may end the request earlier or later. */
    CompletionStage<RequestSummary> end();
}
