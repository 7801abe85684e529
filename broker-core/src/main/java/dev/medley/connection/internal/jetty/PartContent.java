package dev.medley.connection.internal.jetty;

import org.eclipse.jetty.client.Request;

/** A request body whose parts arrive one after another. */
public interface PartContent extends Request.Content {

    /** Returns whether the last part has been read, to be written. */
    boolean isRead();
}
