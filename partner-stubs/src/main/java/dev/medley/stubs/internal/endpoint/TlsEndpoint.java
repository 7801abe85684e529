package dev.medley.stubs.internal.endpoint;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/** {@code GET /tls}: the TLS session of the connection. */
final class TlsEndpoint implements StubEndpoint {

    @Override
    public Answer prepare(EndpointRequest call) {
        EndPoint.SslSessionData data = call.connection().getSslSessionData();
        String json = data == null ? "{\"secure\":false}" : describe(data);
        return body -> StubResponse.json(json);
    }

    private static String describe(EndPoint.SslSessionData data) {
        return "{\"secure\":true,\"protocol\":%s,\"cipher\":%s,\"sni\":%s,\"client\":%s}"
                .formatted(
                        JsonWriter.quote(data.sslSession().getProtocol()),
                        JsonWriter.quote(data.cipherSuite()),
                        JsonWriter.array(serverNames(data)),
                        client(data.peerCertificates()));
    }

    private static List<String> serverNames(EndPoint.SslSessionData data) {
        List<String> names = new ArrayList<>();
        if (data.sslSession() instanceof ExtendedSSLSession session) {
            for (SNIServerName name : session.getRequestedServerNames()) {
                if (name instanceof SNIHostName host) {
                    names.add(JsonWriter.quote(host.getAsciiName()));
                }
            }
        }
        return names;
    }

    private static String client(X509Certificate @Nullable [] chain) {
        return chain == null || chain.length == 0
                ? "null"
                : JsonWriter.quote(chain[0].getSubjectX500Principal().getName());
    }
}
