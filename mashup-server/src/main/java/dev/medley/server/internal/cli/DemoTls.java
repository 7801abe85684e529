package dev.medley.server.internal.cli;

import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.IssuedCertificate;
import dev.medley.tls.internal.PemFiles;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * TLS of {@code medley demo --tls}, on both sides: one certificate for the server and the stub partners, of an authority that
 * is made for the run.
 *
 * @param authority made in a new folder for temporary files
 */
record DemoTls(CertificateAuthority authority) {

    private static final String PORT = "8443";

    /** Makes the authority. Blocks for about a second. */
    static DemoTls create() throws IOException {
        return new DemoTls(CertificateAuthority.create(Files.createTempDirectory("medley-demo-tls"), "Medley demo"));
    }

    /** Returns the PEM file of the authority, for clients. */
    Path trust() {
        return authority.certificate();
    }

    /** Returns the keys of the configuration, with their values. */
    Map<String, String> values(Collection<String> partners) {
        IssuedCertificate certificate = authority.forLoopback();
        Map<String, String> values = new LinkedHashMap<>();
        values.put("server.port", PORT);
        values.put("server.tls.certificate", certificate.chain().toString());
        values.put("server.tls.key", certificate.key().toString());
        partners.forEach(partner -> values.put("partners." + partner + ".tls.trust", trust().toString()));
        return values;
    }

    /** Returns a client that trusts the authority, and no other. */
    HttpClient newClient() throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(PemFiles.trustStore(List.of(trust())));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }
}
