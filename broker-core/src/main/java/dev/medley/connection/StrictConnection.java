package dev.medley.connection;

import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.client.transport.internal.HttpChannelOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpConnectionOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpReceiverOverHTTP;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;

/**
 * An HTTP/1.1 connection that is closed after a response with surplus bytes behind it, where Jetty's own would drop
 * what it has read of them and use the connection again: the rest of the surplus would answer the next request (RFC
 * 9112, section 6.3). It also refuses interim responses without end, and an upgrade that nobody asked for.
 */
final class StrictConnection extends HttpConnectionOverHTTP {

    private static final int MAX_INTERIM_RESPONSES = 16;

    StrictConnection(EndPoint endPoint, Map<String, Object> context) {
        super(endPoint, context);
    }

    @Override
    protected HttpChannelOverHTTP newHttpChannel() {
        return new HttpChannelOverHTTP(this) {
            @Override
            protected HttpReceiverOverHTTP newHttpReceiver() {
                return new StrictReceiver(this);
            }
        };
    }

    private static final class StrictReceiver extends HttpReceiverOverHTTP {

        private boolean surplus;
        private boolean interim;
        private int interimResponses;

        StrictReceiver(HttpChannelOverHTTP channel) {
            super(channel);
        }

        @Override
        public void startResponse(HttpVersion version, int status, String reason) {
            interim = HttpStatus.isInterim(status);
            interimResponses = interim ? interimResponses + 1 : 0;
            if (interimResponses > MAX_INTERIM_RESPONSES) {
                throw new HttpException.RuntimeException(status, "more than 16 interim responses");
            }
            if (status == HttpStatus.SWITCHING_PROTOCOLS_101) {
                throw new HttpException.RuntimeException(status, "an upgrade that was not asked for");
            }
            super.startResponse(version, status, reason);
        }

        @Override
        public boolean messageComplete() {
            boolean handle = super.messageComplete();
            ByteBuffer buffer = getResponseBuffer();
            surplus |= !interim && buffer != null && buffer.hasRemaining();
            return handle;
        }

        /** Makes the channel close the connection once the exchange is over. */
        @Override
        protected boolean isShutdown() {
            return surplus || super.isShutdown();
        }
    }
}
