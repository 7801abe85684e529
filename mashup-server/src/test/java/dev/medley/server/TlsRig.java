package dev.medley.server;

import dev.medley.config.ServerSettings;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** An authority, a certificate of {@code localhost}, and servers with TLS, which the end of a test stops. */
final class TlsRig implements AutoCloseable {

    private final CertificateAuthority authority;
    private final IssuedCertificate localhost;
    private final TlsClients clients;
    private final List<RunningServer> open = new ArrayList<>();

    TlsRig(Path folder) {
        authority = CertificateAuthority.create(folder, "Test");
        localhost = authority.issue(CertificateRequest.forHosts("localhost", "127.0.0.1"));
        clients = new TlsClients(authority.certificate());
    }

    CertificateAuthority authority() {
        return authority;
    }

    IssuedCertificate localhost() {
        return localhost;
    }

    /** Returns clients that trust the authority. */
    TlsClients clients() {
        return clients;
    }

    /** Starts a server with the certificate of {@code localhost}. */
    RunningServer start(Consumer<ServerSettings.Builder> change) throws IOException {
        return startPlain(
                settings -> change.accept(settings.tls(tls -> tls.certificate(localhost.chain(), localhost.key()))));
    }

    /** Starts a server without TLS, unless {@code change} sets it. */
    RunningServer startPlain(Consumer<ServerSettings.Builder> change) throws IOException {
        RunningServer server = new ServerBuilder()
                .port(0)
                .settings(change)
                .mashup(new ClientServlet())
                .start();
        open.add(server);
        return server;
    }

    static URI client(RunningServer server) {
        return server.uri().resolve("/client");
    }

    /** Stops the servers. */
    @Override
    public void close() {
        open.forEach(RunningServer::close);
        open.clear();
    }
}
