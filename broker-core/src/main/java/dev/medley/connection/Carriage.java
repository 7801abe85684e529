package dev.medley.connection;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a connection reports while it carries one request and its response.
 *
 * <p>Called by broker threads, holding no lock; must not block. {@link #onSent} and the others may be called by two
 * threads at a time; the others are called one after another. {@link #onDone} is the last call and comes exactly once.
 */
public interface Carriage {

    /** The whole request has been handed to the operating system. */
    void onSent();

    /** Status and header fields are there. */
    void onHead(ResponseHead head);

    /**
     * A part of the body is there.
     *
     * @param bytes the part; valid during the call only
     * @return whether to read on; if not, the next part comes after {@link Transfer#readOn()}
     */
    boolean onPart(ByteBuffer bytes);

    /** The body is complete. */
    void onBodyEnd();

    /** The connection can be used again. */
    void onReleased();

    /**
     * Both request and response are over.
     *
     * @param failure what went wrong, or null
     */
    void onDone(@Nullable Throwable failure);
}
