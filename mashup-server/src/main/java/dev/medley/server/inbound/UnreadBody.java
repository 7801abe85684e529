package dev.medley.server.inbound;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;

/**
 * Over HTTP/2, a reply to a request whose body has not come whole is followed by RST_STREAM with NO_ERROR (RFC 9113, section
 * 8.1). Jetty wraps its failure, does not know it again, and sends CANCEL, for which clients may discard the reply.
 */
public final class UnreadBody implements HttpConfiguration.Customizer {

    /** Creates it. */
    public UnreadBody() {}

    /** Returns whether a reply has been written whole, and all that is wrong is that its request was not read to the end. */
    public static boolean isAllThatFailed(Throwable failure) {
        return HttpStream.CONTENT_NOT_CONSUMED.equals(failure)
                || (HttpStream.CONTENT_NOT_CONSUMED.equals(failure.getCause()) && failure.getSuppressed().length == 0);
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2
                && !HttpMethod.GET.is(request.getMethod())) {
            request.addHttpStreamWrapper(Unwrapping::new);
        }
        return request;
    }

    private static final class Unwrapping extends HttpStream.Wrapper {

        Unwrapping(HttpStream stream) {
            super(stream);
        }

        @Override
        public void failed(Throwable failure) {
            super.failed(isAllThatFailed(failure) ? CONTENT_NOT_CONSUMED : failure);
        }
    }
}
