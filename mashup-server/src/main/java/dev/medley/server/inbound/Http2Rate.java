package dev.medley.server.inbound;

import java.time.Duration;
import org.eclipse.jetty.http2.frames.ResetFrame;
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

    /** A request that is reset costs more than a frame: as many resets have this time. */
    private static final Duration OF_RESETS = Duration.ofSeconds(4);

    private static final Duration OF_FRAMES = Duration.ofSeconds(1);

    private final int most;

    /** Creates it; {@code most} frames in a second, and resets of requests in four. */
    public Http2Rate(int most) {
        this.most = most;
    }

    @Override
    public RateControl newRateControl(EndPoint endPoint) {
        RateControl frames = new WindowRateControl(most, OF_FRAMES);
        RateControl resets = new WindowRateControl(most, OF_RESETS);
        return event -> {
            if (event instanceof UnknownFrame && endPoint.getConnection() instanceof HTTP2ServerConnection connection) {
                Http2Client client = Http2Client.of(connection);
                if (client != null) {
                    client.frameIgnored();
                }
            }
            return (event instanceof ResetFrame ? resets : frames).onEvent(event);
        };
    }
}
