package dev.medley.server.internal.cli;

import dev.medley.server.internal.cli.process.Shutdown;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code medley stubs}. */
@Command(
        name = "stubs",
        description =
                "Runs partner services for trying mashups: each request sets the delay and the size of its response.",
        mixinStandardHelpOptions = true)
final class StubsCommand implements Callable<Integer> {

    @Option(
            names = "--ports",
            split = ",",
            paramLabel = "PORT",
            defaultValue = "9001,9002,9003",
            description =
                    "Ports on the loopback address, one per partner (default: ${DEFAULT-VALUE}; 0 for any free one).")
    private List<Integer> ports = List.of();

    @Option(
            names = "--threads",
            defaultValue = "8",
            description = "Threads that read and respond (default: ${DEFAULT-VALUE}). Delayed requests hold none.")
    private int threads;

    @Option(
            names = "--delay",
            paramLabel = "MS",
            defaultValue = "0",
            description = "Delay of requests without a delay parameter, in milliseconds (default: ${DEFAULT-VALUE}).")
    private long delay;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "0",
            description = "Maximum number of requests processed at a time, on all ports; others wait in order"
                    + " (default: ${DEFAULT-VALUE}, any number).")
    private int concurrency;

    @Option(
            names = "--max-streams",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Maximum number of streams of an HTTP/2 connection (default: ${DEFAULT-VALUE}).")
    private int maxStreams;

    @Option(
            names = "--tls",
            description = "Serves TLS (HTTP/2 and HTTP/1.1 via ALPN) on all ports, in place of plain HTTP, with a"
                    + " certificate for localhost, 127.0.0.1 and ::1 from a private CA created for this run.")
    private boolean tls;

    @Option(
            names = "--tls-folder",
            paramLabel = "DIR",
            description = "Folder for the files of the private CA and the certificate; must not contain a CA yet"
                    + " (default: a new folder for temporary files). Implies --tls.")
    private @Nullable Path tlsFolder;

    @Option(
            names = "--key-store",
            paramLabel = "FILE",
            description = "PKCS#12 file with the server certificate and its key. Implies --tls.")
    private @Nullable Path keyStore;

    @Option(
            names = "--key-store-password",
            paramLabel = "PASSWORD",
            defaultValue = "changeit",
            description = "Password of --key-store (default: ${DEFAULT-VALUE}).")
    private String keyStorePassword = "";

    @Option(
            names = "--client-authority",
            paramLabel = "FILE",
            description = "Accepts only clients with a certificate of this authority, a file in PEM; needs --tls.")
    private @Nullable Path clientAuthority;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private @Nullable CertificateAuthority authority;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        PartnerStubs stubs = stubs().start();
        for (URI uri : stubs.uris()) {
            out.println(uri);
        }
        printAuthority(out);
        out.println(
                "  GET /partner/{i}?delay=MS&size=BYTES   /weather?city=NAME   /hotels?city=NAME   /news?city=NAME");
        out.println("  GET /stations?city=NAME   /motto?city=NAME   /rates?base=EUR   (CSV, text, XML)");
        out.println("  GET /feed/{rss,atom,json}?city=NAME   /page/{id}   (feeds, HTML)");
        out.println(
                "  GET /user/{id}   /orders?user=ID   /product/{id}   /stock/{id}   /catalog?size=N   /items?ids=1,2,3");
        out.println("  POST /soap   /graphql   (the products of the shop)");
        out.println(
                "  POST /quote/{vendor}   GET /bytes?size=N   /status/{code}   /headers?count=N&size=B   /tls   /stats");
        out.flush();
        Shutdown.awaitWithoutDrain(stubs);
        return 0;
    }

    private void printAuthority(PrintWriter out) {
        if (authority != null) {
            out.println("  certificate of the authority: " + authority.certificate()
                    + "   (partners.NAME.tls.trust; curl --cacert)");
        }
    }

    private PartnerStubs stubs() throws IOException {
        try {
            PartnerStubs.Builder builder = PartnerStubs.builder()
                    .ports(ports.stream().mapToInt(Integer::intValue).toArray())
                    .threads(threads)
                    .delay(Duration.ofMillis(delay))
                    .concurrency(concurrency)
                    .maxStreams(maxStreams)
                    .recorded(0);
            secure(builder);
            return builder.build();
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException x) {
            throw new ParameterException(spec.commandLine(), x.getMessage(), x);
        }
    }

    private void secure(PartnerStubs.Builder builder) throws IOException {
        if (keyStore != null) {
            builder.tls(keyStore, keyStorePassword);
        } else if (tls || tlsFolder != null) {
            Path folder = tlsFolder == null ? Files.createTempDirectory("medley-stubs-tls") : tlsFolder;
            authority = CertificateAuthority.create(folder, "Medley stubs");
            builder.tls(authority.issue(CertificateRequest.forHosts("localhost", "127.0.0.1", "::1")));
        }
        if (clientAuthority != null) {
            if (keyStore == null && authority == null) {
                throw new IllegalArgumentException("--client-authority needs --tls or --key-store");
            }
            builder.requireClientCertificate(clientAuthority);
        }
    }
}
