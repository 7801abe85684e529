package dev.medley.loadtest.driver.client;

import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProtocol;
import java.net.URI;
import java.util.List;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpConversation;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** A request of the plan. It answers from what all of them share: Jetty's own would take its URI apart each time. */
final class LoadRequest extends HttpRequest {

    private final Shared shared;

    LoadRequest(HttpClient client, Shared shared) {
        super(client, new HttpConversation(), shared.origin());
        this.shared = shared;
        if (shared.http10()) {
            version(HttpVersion.HTTP_1_0);
        }
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
     * @param http10 whether they are sent in HTTP/1.0
     */
    record Shared(URI origin, String path, @Nullable String query, boolean http10, List<HttpField> headers) {

        static Shared of(LoadPlan plan) {
            URI target = plan.target();
            String path = target.getRawPath();
            return new Shared(
                    URI.create((LoadProtocol.isSecure(target) ? "https://" : "http://") + target.getRawAuthority()),
                    path == null || path.isEmpty() ? "/" : path,
                    target.getRawQuery(),
                    plan.protocol() == LoadProtocol.HTTP_1_0,
                    headers(plan));
        }

        private static List<HttpField> headers(LoadPlan plan) {
            if (plan.protocol().multiplexed()) {
                // HTTP/2 has a pseudo-header for the host, which Jetty adds.
                return List.of();
            }
            HttpField host = new HttpField(HttpHeader.HOST, plan.target().getRawAuthority());
            return plan.closing() ? List.of(host, new HttpField(HttpHeader.CONNECTION, "close")) : List.of(host);
        }
    }
}
