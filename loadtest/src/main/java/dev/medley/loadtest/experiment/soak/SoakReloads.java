package dev.medley.loadtest.experiment.soak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Reloads of the configuration during a soak, by turns to one of two that differ in a time-out. A server that has no reload is
 * asked once.
 */
final class SoakReloads {

    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI reload;
    private final Path file;
    private final List<String> variants;
    private final int everyTurns;
    private boolean available = true;
    private int turns;
    private long done;

    /**
     * @param admin the administration of the server
     * @param file its configuration
     * @param variants the contents of the file, in turn
     * @param everyTurns calls of {@link #next} for each reload
     */
    SoakReloads(URI admin, Path file, List<String> variants, int everyTurns) {
        reload = admin.resolve("/reload");
        this.file = file;
        this.variants = List.copyOf(variants);
        this.everyTurns = everyTurns;
    }

    /** Reloads, if it is time. */
    void next() throws IOException, InterruptedException {
        turns++;
        if (!available || turns % everyTurns != 0) {
            return;
        }
        Files.writeString(file, variants.get((int) ((done + 1) % variants.size())));
        HttpRequest request = HttpRequest.newBuilder(reload)
                .timeout(ANSWERS_WITHIN)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        available = response.statusCode() != NOT_FOUND;
        if (available && response.statusCode() != OK) {
            throw new IOException("the server did not reload %s: %s".formatted(file, response.body()));
        }
        done += available ? 1 : 0;
    }

    /** The reloads so far. */
    long done() {
        return done;
    }
}
