package dev.medley.connection.internal;

import dev.medley.connection.ResponseHead;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The events of one {@link Transfer}, with the names of table 1 of the paper.
 *
 * <p>Called by broker threads, holding no lock; must not block. {@link #onWaitingForResponse} may be called by one thread
 * while another one calls the rest, which are called one after another. {@link #onEnded} is the last call and comes
 * exactly once.
 */
public interface TransferListener {

    /**
     * A part of a streamed request body begins to be written, or has been handed to the operating system and the next one
     * is awaited from the body's publisher. Called by the threads of the publisher and those that write.
     *
     * @param sending true where writing begins
     */
    default void onRequestPart(boolean sending) {}

    /** The whole request has been handed to the operating system. */
    void onWaitingForResponse();

    /** Status and header fields have arrived. */
    void onHeadersCompleted(ResponseHead head);

    /**
     * A part of the body has arrived.
     *
     * @param bytes the part; valid during the call only
     * @return whether to read on; if not, the next part comes after {@link Transfer#demand()}
     */
    boolean onBodyPart(ByteBuffer bytes);

    /** The body is complete. */
    void onBodyCompleted();

    /** The connection can be used again. */
    void onConnectionIdle();

    /**
     * Both request and response are over.
     *
     * @param failure the cause if they are incomplete, or null
     */
    void onEnded(@Nullable Throwable failure);
}
