package dev.medley.mashup;

import dev.medley.connection.RequestBody;
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

    /**
     * The body as a stream to one partner, with the client's media type and length: it is never held whole, so that
     * {@code server.max-request-body} does not apply, and the client is read as fast as the partner takes it. It is sent
     * once, by one exchange, and is read from when that exchange has its connection. A {@code Content-Encoding} of the
     * client is a field like any other, which the mashup has to pass on.
     *
     * <p>If the body breaks off, the exchange fails with the reason {@code REQUEST_BODY}, and the client gets 400 unless
     * the mashup replies otherwise. If it is not read to its end, the container drops the rest or closes the connection.
     * The deadline of the mashup holds for the upload, too.
     *
     * @throws IllegalStateException if {@link #body()} or this has been called before
     * @throws ProblemException with status 400 if the client's media type cannot be sent
     */
    RequestBody streamedBody();
}
