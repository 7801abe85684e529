package dev.medley.server.cli;

import dev.medley.config.Configuration;
import dev.medley.config.ConfigurationReader;
import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.LoadPlan;
import dev.medley.server.MedleyServer;
import dev.medley.server.mashups.MashupFolder;
import dev.medley.server.samples.SampleMashups;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code medley train}: the run from which the JVM makes the start-up cache of the launcher. It loads what {@code serve} and
 * {@code demo} load: a server that has read a configuration file, answers each sample mashup, and keeps its access log.
 */
@Command(
        name = "train",
        hidden = true,
        description =
                "Starts a server with stub partners, answers requests, and exits, for the JVM to make its start-up"
                        + " cache from; see docs/operations.md.",
        mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {

    private static final List<String> PARTNERS = List.of("weather", "hotels", "news");
    private static final int USERS = 8;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "0",
            description = "Seconds of load, for profiles of the code (default: none).")
    private int seconds;

    @Override
    public Integer call() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder()
                .ports(new int[PARTNERS.size()])
                .recorded(0)
                .start()) {
            Configuration configuration = configuration(stubs.uris());
            Served served = new Served(configuration, SampleMashups.of(configuration), MashupFolder.none());
            served.summary();
            try (MedleyServer server = served.builder().start(configuration)) {
                answerAll(server);
                if (seconds > 0) {
                    load(server.uri());
                }
            }
        }
        return 0;
    }

    private static Configuration configuration(List<URI> partners) throws IOException {
        Path file = Files.createTempFile("medley-train", ".yaml");
        try {
            Files.writeString(file, yaml(partners));
            return ConfigurationReader.read(file, Map.of(), Map.of());
        } finally {
            Files.delete(file);
        }
    }

    private static String yaml(List<URI> partners) {
        StringBuilder yaml =
                new StringBuilder("server: {port: 0, host: 127.0.0.1, samples: true, admin: {port: 0}}\npartners:\n");
        for (int i = 0; i < PARTNERS.size(); i++) {
            yaml.append("  %s: {url: \"%s\"}%n".formatted(PARTNERS.get(i), partners.get(i)));
        }
        return yaml.toString();
    }

    private static void answerAll(MedleyServer server) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        for (String path : DemoCommand.TO_TRY) {
            get(client, server.uri() + path);
        }
        for (String page : List.of("/health/ready", "/status", "/metrics")) {
            get(client, server.adminUri() + page);
        }
    }

    private static void get(HttpClient client, String uri) throws IOException, InterruptedException {
        int status = client.send(
                        HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
        if (status != 200) {
            throw new IOException("%s has status %d; expected 200".formatted(uri, status));
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
