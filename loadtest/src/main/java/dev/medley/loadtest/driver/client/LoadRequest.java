package dev.medley.loadtest.driver.client;

import dev.medley.loadtest.driver.plan.LoadProtocol;
import java.net.URI;
import java.util.List;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpConversation;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/** A request of the plan. It answers from what all of them share: Jetty's own would take its URI apart each time. */
final class LoadRequest extends HttpRequest {

    private final Shared shared;

    LoadRequest(HttpClient client, Shared shared) {
        super(client, new HttpConversation(), shared.origin());
        this.shared = shared;
        headers(fields -> shared.headers().forEach(fields::put));
    }

    @Override
    public String getPath() {
        return shared.path();
    }

    @Override
    public @Nullable String getQuery() {
        return shared.query();
    }

    /** None: Jetty wants it for cookies, redirects and authentication, of which there are none here. */
    @Override
    public @Nullable URI getURI() {
        return null;
    }

    /**
     * What all requests have in common.
     *
     * @param origin the URI without path and query
     */
    record Shared(URI origin, String path, @Nullable String query, List<HttpField> headers) {

        static Shared of(URI target, LoadProtocol protocol) {
            String path = target.getRawPath();
            return new Shared(
                    URI.create((LoadProtocol.isSecure(target) ? "https://" : "http://") + target.getRawAuthority()),
                    path == null || path.isEmpty() ? "/" : path,
                    target.getRawQuery(),
                    // HTTP/2 has a pseudo-header for it, which Jetty adds.
                    protocol.multiplexed()
                            ? List.of()
                            : List.of(new HttpField(HttpHeader.HOST, target.getRawAuthority())));
        }
    }
}
