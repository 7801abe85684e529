package dev.medley.server.internal.inbound;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Stream;
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
        Resets resets = new Resets(endPoint, new WindowRateControl(most, OF_RESETS));
        return event -> {
            if (event instanceof UnknownFrame && endPoint.getConnection() instanceof HTTP2ServerConnection connection) {
                Http2Client client = Http2Client.of(connection);
                if (client != null) {
                    client.frameIgnored();
                }
            }
            return event instanceof ResetFrame reset ? resets.onEvent(reset) : frames.onEvent(event);
        };
    }

    /**
     * The resets on one connection. Jetty asks about those that it sends, too, and they count where an error of the client is the cause; not
     * where the server ends a request, nor where Jetty answers a reset by another one.
     */
    private static final class Resets {

        private final EndPoint endPoint;
        private final RateControl counted;
        /** Streams that have been reset, and for which Jetty may ask again. */
        private final AtomicInteger answers = new AtomicInteger();

        Resets(EndPoint endPoint, RateControl counted) {
            this.endPoint = endPoint;
            this.counted = counted;
        }

        boolean onEvent(ResetFrame reset) {
            HTTP2Stream stream = endPoint.getConnection() instanceof HTTP2ServerConnection connection
                    ? connection.getSession().getStream(reset.getStreamId())
                    : null;
            if (stream == null) {
                return answers.getAndUpdate(left -> Math.max(0, left - 1)) > 0 || counted.onEvent(reset);
            }
            if (stream.isReset() && isOfServer(reset.getError())) {
                return true;
            }
            answers.incrementAndGet();
            return counted.onEvent(reset);
        }

        /** Returns whether {@code error} is one by which the server ends a request; those for errors of a client are others. */
        private static boolean isOfServer(int error) {
            return error == ErrorCode.NO_ERROR.code
                    || error == ErrorCode.CANCEL_STREAM_ERROR.code
                    || error == ErrorCode.REFUSED_STREAM_ERROR.code
                    || error == ErrorCode.ENHANCE_YOUR_CALM_ERROR.code;
        }
    }
}
