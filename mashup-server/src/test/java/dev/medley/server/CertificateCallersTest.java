package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers that their certificates name. */
class CertificateCallersTest {

    @TempDir
    private Path folder;

    @Test
    void aCertificateNamesItsCaller() throws Exception {
        CertificateAuthority authority = CertificateAuthority.create(folder.resolve("authority"), "authority");
        IssuedCertificate own = authority.issue(CertificateRequest.forHosts("127.0.0.1", "localhost"));
        IssuedCertificate ada = authority.issue(CertificateRequest.forClient("CN=ada, O=Example"));
        Path file = folder.resolve("medley.yaml");
        Files.writeString(file, """
                server:
                  host: 127.0.0.1
                  port: 0
                  admin: {port: 0}
                  tls: {certificate: '%s', key: '%s', client-auth: want, trust: '%s'}
                callers: {certificates: {name: subject}}
                mashups:
                  /known: {access: {}, reply: {body: '{"n": $request.caller.name}'}}
                  /member: {access: {condition: "$contains($request.caller.name, 'O=Example')"}, reply: {body: '1'}}
                  /other: {access: {condition: "$contains($request.caller.name, 'O=Other')"}, reply: {body: '1'}}
                """.formatted(own.chain(), own.key(), authority.certificate()));
        ConfigurationFile source = new ConfigurationFile(file, Map.of(), Map.of());
        try (RunningServer server =
                new ServerBuilder().configuration(source.read(), source).start()) {
            TlsClients clients = new TlsClients(authority.certificate());
            assertThat(TlsClients.get(clients.client(ada), server.uri().resolve("/known"))
                            .body())
                    .isEqualTo("{\"n\":\"CN=ada,O=Example\"}");
            assertThat(TlsClients.get(clients.client(ada), server.uri().resolve("/member"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(TlsClients.get(clients.client(ada), server.uri().resolve("/other"))
                            .statusCode())
                    .isEqualTo(403);
            HttpResponse<String> nobody = TlsClients.get(
                    clients.client(HttpClient.Version.HTTP_2), server.uri().resolve("/known"));
            assertThat(nobody.statusCode()).isEqualTo(401);
            assertThat(nobody.body()).contains("expected a certificate");
        }
    }
}
