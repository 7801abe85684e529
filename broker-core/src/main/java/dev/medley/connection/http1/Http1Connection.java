package dev.medley.connection.http1;

import java.util.Map;
import org.eclipse.jetty.client.transport.internal.HttpChannelOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpConnectionOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpReceiverOverHTTP;
import org.eclipse.jetty.io.EndPoint;

/** An HTTP/1.1 connection that receives as {@link Http1Receiver} does. */
final class Http1Connection extends HttpConnectionOverHTTP {

    Http1Connection(EndPoint endPoint, Map<String, Object> context) {
        super(endPoint, context);
    }

    @Override
    protected HttpChannelOverHTTP newHttpChannel() {
        return new StrictChannel(this);
    }

    private static final class StrictChannel extends HttpChannelOverHTTP {

        StrictChannel(HttpConnectionOverHTTP connection) {
            super(connection);
        }

        @Override
        protected HttpReceiverOverHTTP newHttpReceiver() {
            return new Http1Receiver(this);
        }

        /** Called by the selector when there is something to read. */
        @Override
        public void receive() {
            Http1Receiver receiver = (Http1Receiver) getHttpReceiver();
            if (receiver.enter()) {
                try {
                    super.receive();
                } finally {
                    receiver.leave();
                }
            }
        }
    }
}
