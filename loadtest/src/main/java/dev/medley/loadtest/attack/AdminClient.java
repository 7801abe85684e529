package dev.medley.loadtest.attack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the administration of a server. Thread-safe. */
final class AdminClient {

    private static final Pattern DIRECT =
            Pattern.compile("^jvm_buffer_memory_used_bytes\\{[^}]*id=\"direct\"[^}]*} (\\S+)$", Pattern.MULTILINE);
    private static final Pattern IN_FLIGHT = Pattern.compile("\"inbound\"\\s*:\\s*\\{\\s*\"inFlight\"\\s*:\\s*(\\d+)");
    private static final Pattern TO_PARTNERS =
            Pattern.compile("\"outbound\"[^}]*?\"connections\"\\s*:\\s*\\{\\s*\"open\"\\s*:\\s*(\\d+)");
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);
    private static final double MEGA = 1024.0 * 1024;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI admin;

    AdminClient(URI admin) {
        this.admin = admin;
    }

    /** Direct memory in MB; not a number if the server does not answer in time. */
    double directMegabytes() throws InterruptedException {
        return number("/metrics", DIRECT) / MEGA;
    }

    /** Requests in flight; not a number if the server does not answer in time. */
    double inFlight() throws InterruptedException {
        return number("/status", IN_FLIGHT);
    }

    /** Connections to partners, which are kept for the next request. */
    double toPartners() throws InterruptedException {
        return number("/status", TO_PARTNERS);
    }

    private double number(String path, Pattern pattern) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(admin.resolve(path))
                .timeout(ANSWER_WITHIN)
                .build();
        try {
            return find(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body(), pattern);
        } catch (IOException x) {
            // A server under attack may not answer: the gap is in the table.
            return Double.NaN;
        }
    }

    private static double find(String text, Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
    }
}
