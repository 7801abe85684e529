package dev.medley.connection.internal.jetty;

import org.eclipse.jetty.client.transport.internal.HttpChannelOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpConnectionOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpReceiverOverHTTP;

/**
 * A channel of Jetty's client over HTTP/1.1 whose receiver is not disposed of under a thread that parses, see
 * {@link DeferredDisposalReceiver}. A client that shares buffers between connections needs it if a server may send a
 * malformed body: otherwise the failure of one response can take from another connection what it has read.
 */
class DeferredDisposalChannel extends HttpChannelOverHTTP {

    /** Creates the channel of {@code connection}; to be called by {@link HttpConnectionOverHTTP#newHttpChannel()}. */
    DeferredDisposalChannel(HttpConnectionOverHTTP connection) {
        super(connection);
    }

    @Override
    protected HttpReceiverOverHTTP newHttpReceiver() {
        return new DeferredDisposalReceiver(this);
    }

    /** Called by the selector when there is something to read, if only the end. */
    @Override
    public void receive() {
        DeferredDisposalReceiver receiver = (DeferredDisposalReceiver) getHttpReceiver();
        if (receiver.enter()) {
            try {
                super.receive();
            } finally {
                receiver.leave();
            }
        }
    }
}
