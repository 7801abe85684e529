package dev.medley.server.internal.cli;

import dev.medley.config.internal.Configuration;
import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.server.internal.cli.process.StartUpCache;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code medley train}: the run from which the JVM makes a start-up cache; from the launcher, which has a place for one, it
 * makes that. The run loads what {@code serve} and
 * {@code demo} load: a server that has read a configuration file, answers each mashup of the demo, and keeps its access log.
 */
@Command(
        name = "train",
        hidden = true,
        description = "Starts a server with stub partners, answers requests, and exits, so that the JVM can create its"
                + " start-up cache; see docs/operations.md.",
        mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {

    private static final int STUBS = 3;
    private static final int USERS = 8;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "0",
            description = "Seconds of load, for profiles of the code (default: none).")
    private int seconds;

    @Override
    public Integer call() throws Exception {
        if (StartUpCache.make()) {
            return 0;
        }
        try (PartnerStubs stubs =
                PartnerStubs.builder().ports(new int[STUBS]).recorded(0).start()) {
            Configuration configuration = configuration(stubs.uris());
            ServedFolder served = new ServedFolder();
            try (RunningServer server = new ServerBuilder().mashups(served).start(configuration)) {
                served.summary();
                answerAll(server);
                if (seconds > 0) {
                    load(server.uri());
                }
            }
        }
        return 0;
    }

    private static Configuration configuration(List<URI> stubs) throws IOException {
        Gallery gallery = Gallery.read();
        Map<String, String> values = new LinkedHashMap<>(Map.of(
                "server.host", "127.0.0.1", "server.port", "0", "server.admin.port", "0", "server.samples", "true"));
        gallery.partners(stubs).forEach((name, url) -> values.put("partners." + name + ".url", url.toString()));
        Path file = Files.createTempFile("medley-train", ".yaml");
        try {
            Files.writeString(file, gallery.yaml());
            return ServerConfiguration.READER.read(file, Map.of(), values);
        } finally {
            Files.delete(file);
        }
    }

    private static void answerAll(RunningServer server) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        for (String path : DemoCommand.TO_TRY) {
            send(client, ExampleRequest.get(path).at(server.uri()));
        }
        for (ExampleRequest example : Gallery.EXAMPLES) {
            send(client, example.at(server.uri()));
        }
        for (String page : List.of("/health/ready", "/status", "/metrics")) {
            send(client, ExampleRequest.get(page).at(server.adminUri()));
        }
    }

    private static void send(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        int status =
                client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status != 200) {
            throw new IOException("%s has status %d; expected 200".formatted(request.uri(), status));
        }
    }

    private void load(URI server) throws IOException {
        LoadDriver.run(
                LoadPlan.to(server.resolve("/fanout?c=6"))
                        .closed(USERS)
                        .duration(Duration.ofSeconds(seconds))
                        .build(),
                progress -> {});
    }
}
