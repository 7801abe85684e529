package dev.medley.mashup;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The inbound request, as a mashup sees it. */
public interface Inbound {

    /** The method, in capitals. */
    String method();

    /** The path, decoded, from the root of the application on. */
    String path();

    /** The parameters of the query, decoded; the first value of each. */
    Map<String, String> parameters();

    /** The first value of the field {@code name}, in any case, or null. */
    @Nullable
    String header(String name);

    /**
     * The certificates of the client, its own first, then its issuers; empty if it presented none. The server has verified
     * them, see {@code server.tls.client-auth}; in a servlet container, the container has.
     */
    default List<X509Certificate> clientCertificates() {
        return List.of();
    }

    /** The subject of the client's certificate, such as {@code CN=alice,O=Example} (RFC 2253); null if it presented none. */
    default @Nullable String clientSubject() {
        List<X509Certificate> certificates = clientCertificates();
        return certificates.isEmpty()
                ? null
                : certificates.get(0).getSubjectX500Principal().getName();
    }

    /**
     * The body, whole; the same stage each time, and bytes that must not be changed. If it is larger than allowed, does not
     * arrive whole, or not before the mashup is over, the stage fails with a {@link ProblemException}. A GET or a HEAD over
     * HTTP/2 whose length is not announced is taken to have none. Dependent stages must not block.
     */
    CompletionStage<byte[]> body();
}
