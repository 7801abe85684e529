package dev.medley.server.internal.cli;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.cli.option.SetOptions;
import dev.medley.server.internal.cli.process.CommandEngine;
import dev.medley.server.internal.cli.process.MemoryGuard;
import dev.medley.server.internal.cli.process.Shutdown;
import dev.medley.server.internal.cli.process.StartUpCache;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
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
                "Runs the sample mashups and the declared mashups of config/gallery.yaml with stub partners, and with"
                        + " --scripts those of config/scripts. Needs no configuration. Prints requests to try.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {

    /** The paths of requests that show the sample mashups. */
    static final List<String> TO_TRY = List.of("/trip?city=Saskatoon", "/fanout?c=6&delay=1000", "/pass?size=2000");

    /** The paths of requests that show the declared mashups, beside the one that is sent part by part. */
    private static final List<String> OF_GALLERY =
            List.of("/declared/trip?city=Saskatoon", "/declared/orders/3", "/declared/bill/1");

    private static final String IN_PARTS = "/declared/progress/1";
    private static final int STUBS = 3;
    private static final int MAX_SHOWN = 400;

    @Option(names = "--once", description = "Calls each mashup once, prints the replies, and exits.")
    private boolean once;

    @Option(
            names = "--tls",
            description =
                    "Uses https, on port 8443 and to the stub partners, with a certificate of a private CA that is"
                            + " created for this run.")
    private boolean tls;

    @Option(
            names = "--scripts",
            description =
                    "Serves the scripts of config/scripts too: mashups of the gallery in JavaScript. They need the module"
                            + " mashup-js, which is built if Medley runs from its sources.")
    private boolean scripts;

    @Option(
            names = "--modules",
            paramLabel = "DIR",
            defaultValue = "${env:MEDLEY_MODULES}",
            description =
                    "Folder of JARs with the module mashup-js; serves the scripts too (default: $MEDLEY_MODULES).")
    private @Nullable Path modules;

    @Mixin
    private SetOptions overrides = new SetOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        MemoryGuard.install();
        DemoTls secured = tls ? DemoTls.create() : null;
        PartnerStubs.Builder partners =
                PartnerStubs.builder().ports(new int[STUBS]).recorded(0);
        if (secured != null) {
            partners.tls(secured.authority());
            spec.commandLine()
                    .getOut()
                    .println("The certificates are in " + secured.trust().getParent()
                            + "; authority.pem is the one to trust.");
        }
        PartnerStubs stubs = partners.start();
        RunningServer server;
        try {
            Configuration configuration = configuration(stubs.uris(), secured);
            server = new ServerBuilder().mashups(served()).start(configuration);
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
        StartUpCache.makeInBackground();
        Shutdown.await(server, stubs);
        return 0;
    }

    private ServedFolder served() throws IOException {
        return hasScripts()
                ? new ServedFolder(GalleryScripts.current(), CommandEngine.of(modules))
                : new ServedFolder();
    }

    private boolean hasScripts() {
        return scripts || modules != null;
    }

    private Configuration configuration(List<URI> stubs, @Nullable DemoTls secured) throws IOException {
        Gallery gallery = Gallery.current();
        Map<String, URI> partners = gallery.partners(stubs);
        Map<String, String> values = new LinkedHashMap<>();
        values.put("server.host", "127.0.0.1");
        values.put("server.samples", "true");
        if (secured != null) {
            values.putAll(secured.values(partners.keySet()));
        }
        if (once) {
            values.put("server.port", "0");
            values.put("server.admin.port", "0");
            values.put("server.access-log", "false");
        }
        partners.forEach((name, url) -> values.put("partners." + name + ".url", url.toString()));
        values.putAll(overrides.values());
        return ServerConfiguration.READER.parse(Gallery.NAME, gallery.yaml(), System.getenv(), values);
    }

    private void printRequestsToTry(RunningServer server, @Nullable DemoTls secured) {
        PrintWriter out = spec.commandLine().getOut();
        String trust = secured == null ? "" : "--cacert '" + secured.trust() + "' ";
        out.println("Medley is running. Try, in another terminal:");
        for (String path : TO_TRY) {
            out.println("  curl -i " + trust + "'" + server.uri() + path + "'");
        }
        out.println("The declared mashups of config/gallery.yaml, which has more requests to try:");
        for (String path : OF_GALLERY) {
            out.println("  curl -i " + trust + "'" + server.uri() + path + "'");
        }
        out.println("  curl -N -H 'Accept: text/event-stream' " + trust + "'" + server.uri() + IN_PARTS + "'");
        if (hasScripts()) {
            out.println("The scripts of config/scripts, which are mashups of the gallery in JavaScript:");
            for (ExampleRequest example : GalleryScripts.EXAMPLES) {
                out.println("  curl -i " + trust + "'" + server.uri() + example.path() + "'");
            }
        }
        out.println("A topic: the page in a browser shows its messages live.");
        out.println("  " + server.uri() + "/prices");
        out.println(
                "  curl -N -H 'Accept: text/event-stream' " + trust + "'" + server.uri() + "/topics/sample-prices.*'");
        if (secured != null) {
            out.println("  curl -s -o /dev/null -w '%{http_version}\\n' " + trust + "'" + server.uri() + TO_TRY.get(0)
                    + "'   # the protocol");
        }
        out.println("  curl '" + server.adminUri() + "/status'");
        out.println("Press Ctrl-C to stop.");
        out.flush();
    }

    private boolean tryAll(URI server, HttpClient client) throws IOException, InterruptedException {
        boolean succeeded = true;
        for (String path : TO_TRY) {
            succeeded &= tryOne(ExampleRequest.get(path), server, client);
        }
        for (ExampleRequest example : Gallery.EXAMPLES) {
            succeeded &= tryOne(example, server, client);
        }
        for (ExampleRequest example : hasScripts() ? GalleryScripts.EXAMPLES : List.<ExampleRequest>of()) {
            succeeded &= tryOne(example, server, client);
        }
        spec.commandLine().getOut().flush();
        return succeeded;
    }

    private boolean tryOne(ExampleRequest example, URI server, HttpClient client)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        HttpResponse<String> response = client.send(example.at(server), HttpResponse.BodyHandlers.ofString());
        out.println(example.method() + " " + (tls ? response.uri() : example.path()));
        out.println(
                "  " + response.statusCode() + (tls ? " over " + shown(response.version()) : "") + ", Server-Timing: "
                        + response.headers().firstValue("Server-Timing").orElse("none"));
        out.println("  " + shown(response));
        return response.statusCode() == HttpStatus.OK_200;
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
