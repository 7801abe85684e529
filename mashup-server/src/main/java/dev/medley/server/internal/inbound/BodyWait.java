package dev.medley.server.internal.inbound;

import org.eclipse.jetty.util.Callback;

/** The callback of a read that waits for more of a body. It does nothing once the rest of the request is dropped. */
public final class BodyWait extends Callback.Nested {

    private final InboundConnection connection;

    /** Creates it for {@code wait}, which is called unless {@code connection} lingers. */
    public BodyWait(InboundConnection connection, Callback wait) {
        super(wait);
        this.connection = connection;
    }

    @Override
    public void succeeded() {
        if (!connection.isLingering()) {
            super.succeeded();
        }
    }
}
