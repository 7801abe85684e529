package dev.medley.server.inbound;

import org.eclipse.jetty.http2.frames.UnknownFrame;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.io.WindowRateControl;

/**
 * The rate of frames that a client may send without a request. A frame of an unknown type, which is to be ignored (RFC 9113, section
 * 5.5), is reported by Jetty here and nowhere else, once it has come whole.
 */
public final class Http2Rate implements RateControl.Factory {

    private final WindowRateControl.Factory rates;

    /** Creates it; {@code most} frames in a second. */
    public Http2Rate(int most) {
        rates = new WindowRateControl.Factory(most);
    }

    @Override
    public RateControl newRateControl(EndPoint endPoint) {
        RateControl rate = rates.newRateControl(endPoint);
        return event -> {
            if (event instanceof UnknownFrame
                    && endPoint.getConnection() instanceof HTTP2ServerConnection connection) {
                Http2Client client = Http2Client.of(connection);
                if (client != null) {
                    client.frameIgnored();
                }
            }
            return rate.onEvent(event);
        };
    }
}
