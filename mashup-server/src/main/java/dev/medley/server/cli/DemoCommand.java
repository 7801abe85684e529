package dev.medley.server.cli;

import dev.medley.config.Configuration;
import dev.medley.config.ConfigurationReader;
import dev.medley.server.MedleyServer;
import dev.medley.server.mashups.MashupFolder;
import dev.medley.server.samples.SampleMashups;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code medley demo}. */
@Command(
        name = "demo",
        description =
                "Runs the sample mashups with stub partners, without any configuration, and prints requests to try.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {

    private static final List<String> PARTNERS = List.of("weather", "hotels", "news");
    /** The paths of requests that show the sample mashups. */
    static final List<String> TO_TRY = List.of("/trip?city=Saskatoon", "/fanout?c=6&delay=1000", "/pass?size=2000");

    private static final int MAX_SHOWN = 400;

    @Option(names = "--once", description = "Calls each sample mashup once, prints the replies, and exits.")
    private boolean once;

    @Option(
            names = "--tls",
            description =
                    "Uses https, on port 8443 and with the stub partners too, with a certificate of an authority that is"
                            + " made for this run.")
    private boolean tls;

    @Mixin
    private SetOptions overrides = new SetOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        MemoryGuard.install();
        DemoTls secured = tls ? DemoTls.create() : null;
        PartnerStubs.Builder partners =
                PartnerStubs.builder().ports(new int[PARTNERS.size()]).recorded(0);
        if (secured != null) {
            partners.tls(secured.authority());
            spec.commandLine()
                    .getOut()
                    .println("The certificates are in " + secured.trust().getParent()
                            + "; authority.pem is the one to trust.");
        }
        PartnerStubs stubs = partners.start();
        MedleyServer server;
        try {
            Configuration configuration = configuration(stubs.uris(), secured);
            server = new Served(configuration, SampleMashups.of(configuration), MashupFolder.none())
                    .builder()
                    .start(configuration);
        } catch (Exception x) {
            stubs.close();
            throw x;
        }
        if (once) {
            try (stubs;
                    server) {
                HttpClient client = secured == null ? HttpClient.newHttpClient() : secured.newClient();
                return tryAll(server.uri(), client) ? 0 : 1;
            }
        }
        printRequestsToTry(server, secured);
        Shutdown.await(server, stubs);
        return 0;
    }

    private Configuration configuration(List<URI> partners, @Nullable DemoTls secured) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("server.host", "127.0.0.1");
        values.put("server.samples", "true");
        if (secured != null) {
            values.putAll(secured.values(PARTNERS));
        }
        if (once) {
            values.put("server.port", "0");
            values.put("server.admin.port", "0");
            values.put("server.access-log", "false");
        }
        for (int i = 0; i < PARTNERS.size(); i++) {
            values.put("partners." + PARTNERS.get(i) + ".url", partners.get(i).toString());
        }
        values.putAll(overrides.values());
        return ConfigurationReader.defaults(System.getenv(), values);
    }

    private void printRequestsToTry(MedleyServer server, @Nullable DemoTls secured) {
        PrintWriter out = spec.commandLine().getOut();
        String trust = secured == null ? "" : "--cacert '" + secured.trust() + "' ";
        out.println("Medley is running. Try, in another terminal:");
        for (String path : TO_TRY) {
            out.println("  curl -i " + trust + "'" + server.uri() + path + "'");
        }
        if (secured != null) {
            out.println("  curl -s -o /dev/null -w '%{http_version}\\n' " + trust + "'" + server.uri() + TO_TRY.get(0)
                    + "'   # the protocol");
        }
        out.println("  curl '" + server.adminUri() + "/status'");
        out.println("Press Ctrl-C to stop.");
        out.flush();
    }

    private boolean tryAll(URI server, HttpClient client) throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        boolean succeeded = true;
        for (String path : TO_TRY) {
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(URI.create(server + path)).build(), HttpResponse.BodyHandlers.ofString());
            succeeded &= response.statusCode() == HttpStatus.OK_200;
            out.println("GET " + (tls ? response.uri() : path));
            out.println("  " + response.statusCode() + (tls ? " over " + shown(response.version()) : "")
                    + ", Server-Timing: "
                    + response.headers().firstValue("Server-Timing").orElse("none"));
            out.println("  " + shown(response));
        }
        out.flush();
        return succeeded;
    }

    private static String shown(HttpClient.Version version) {
        return version == HttpClient.Version.HTTP_2 ? "HTTP/2" : "HTTP/1.1";
    }

    private static String shown(HttpResponse<String> response) {
        String body = response.body();
        if (!response.headers().firstValue("Content-Type").orElse("").contains("json")) {
            return body.length() + " bytes";
        }
        return body.length() <= MAX_SHOWN
                ? body
                : body.substring(0, MAX_SHOWN) + "... (" + body.length() + " characters)";
    }
}
