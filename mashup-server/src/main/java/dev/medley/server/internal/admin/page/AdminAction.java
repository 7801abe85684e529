package dev.medley.server.internal.admin.page;

import dev.medley.mashup.Reply;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** What a POST request to administration does. Thread-safe; must not block. */
@FunctionalInterface
public interface AdminAction {

    /**
     * Begins the action, and returns a stage of the reply.
     *
     * @param parameters of the query, decoded; none is given twice
     */
    CompletionStage<Reply> act(Map<String, String> parameters);
}
