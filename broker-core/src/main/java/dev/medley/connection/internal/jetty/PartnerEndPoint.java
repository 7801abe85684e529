package dev.medley.connection.internal.jetty;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The end point under a connection that speaks HTTP: a socket, or TLS over one. */
public interface PartnerEndPoint {

    /** Returns why the last read failed, such as a reset by the partner; null when none failed. */
    @Nullable
    IOException readFailure();

    /**
     * Makes the next read ask the socket, whatever the last one has shown; unless the loop, which calls this, has selected within the last
     * millisecond, and found nothing to read: what comes in that time is as likely to be under way from the partner.
     */
    void lookAgainUnlessSelected();

    /** Returns the number of the loop that selects the socket; 0 for none. */
    int loop();

    /** Returns whether a write waits until the partner reads. */
    boolean isWritePending();

    /** A connection that has to know when a write does not complete at once. */
    interface PendingWriteListener {

        /** Called when a write has to wait until the partner reads. */
        void onWritePending();
    }
}
