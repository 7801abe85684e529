package dev.medley.topic;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The topics of a server, for those that publish. Thread-safe. */
public interface Topics {

    /**
     * Publishes a message. Does not block: where subscribers cannot be told as fast as messages are published, the stage is
     * completed later, and a publisher that waits for it is held back.
     *
     * @param subject whose first token is the name of its topic
     * @param value the message: any value that has a JSON form, or a {@link dev.medley.json.Json}
     * @return the position, once the log of the topic has the message; completed by any thread
     * @throws PublicationException if there is no such topic, the subject is malformed, or the message is too large
     */
    CompletionStage<Position> publish(String subject, @Nullable Object value);

    /**
     * As {@link #publish(String, Object)}, of a message that may have been published already.
     *
     * @param id of the message: the same one again to the same subject, within the topic's {@code id-window}, publishes nothing, and the position is
     *     that of the first one; 1 to 255 characters
     */
    CompletionStage<Position> publish(String subject, @Nullable Object value, String id);
}
