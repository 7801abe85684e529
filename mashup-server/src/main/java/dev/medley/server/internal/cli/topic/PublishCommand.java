package dev.medley.server.internal.cli.topic;

import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code medley publish}. */
@Command(
        name = "publish",
        description =
                "Publishes messages to a topic of a running server, one after another, and prints their positions.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Each message has a key. If the connection is cut, the message is sent again with it, for up to 30 s, and so is"
                    + " published once.",
            "Exit code: 0 if all messages are published, 1 if one is not, 2 for invalid options.",
            "",
            "  medley publish prices.eur '{\"rate\": 1.07}'",
            "  medley publish prices.eur '{\"rate\": 1.07}' --count 600 --rate 10 --rates",
            "  medley publish prices.eur - < rates.ndjson"
        })
public final class PublishCommand implements Callable<Integer> {

    /** Shorter than the window in which a server knows a key, by default. */
    private static final Duration AGAIN = Duration.ofSeconds(30);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;

    @Mixin
    private ServerOptions options = new ServerOptions();

    @Parameters(index = "0", paramLabel = "SUBJECT", description = "Subject, such as prices.eur.")
    private String subject = "";

    @Parameters(
            index = "1",
            paramLabel = "DOCUMENT",
            description = "The message, a JSON document; - for one in each line of the standard input.")
    private String document = "-";

    @Option(
            names = "--key",
            paramLabel = "TEXT",
            description =
                    "Key of the message: within the topic's id-window the same key is published once. With several"
                            + " messages a number is added, such as TEXT-1.")
    private @Nullable String key;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many times DOCUMENT is published (default: ${DEFAULT-VALUE}).")
    private long count;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "Messages a second, at most (default: as fast as the server takes them).")
    private @Nullable Double rate;

    @Option(names = "--rates", description = "Prints the rate once a second, on the standard error output.")
    private boolean rates;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** For picocli. */
    public PublishCommand() {}

    @Override
    public Integer call() throws Exception {
        TopicServer server = server();
        String keys = key == null ? UUID.randomUUID().toString() : key;
        boolean several = document.equals("-") || count > 1 || key == null;
        PrintWriter out = spec.commandLine().getOut();
        long begin = System.nanoTime();
        // Not closed: it is the process's.
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (RateLine line = RateLine.begin(spec.commandLine().getErr(), rates)) {
            long published = 0;
            for (String next = next(in, published); next != null; next = next(in, published)) {
                if (rate != null) {
                    TimeUnit.NANOSECONDS.sleep(begin + (long) (published / rate * 1e9) - System.nanoTime());
                }
                String own = several ? keys + "-" + (published + 1) : keys;
                out.println(publish(server, next, own, published == 0));
                out.flush();
                published = line.count();
            }
        }
        return ExitCode.OK;
    }

    private TopicServer server() throws GeneralSecurityException {
        try {
            SubjectPattern.topicOf(subject);
            if (count < 1) {
                throw new IllegalArgumentException("--count: %d messages; expected 1 or more".formatted(count));
            }
            if (document.equals("-") && count > 1) {
                throw new IllegalArgumentException("--count is for one DOCUMENT, and not for the standard input");
            }
            if (rate != null && !(rate > 0 && rate <= 1e9)) {
                throw new IllegalArgumentException(
                        "--rate: %s messages a second; expected more than 0".formatted(rate));
            }
            return options.server();
        } catch (IllegalArgumentException x) {
            throw new ParameterException(spec.commandLine(), String.valueOf(x.getMessage()), x);
        }
    }

    /** Returns the next message; null at the end. */
    private @Nullable String next(BufferedReader in, long published) throws IOException {
        if (!document.equals("-")) {
            return published < count ? document : null;
        }
        String line = in.readLine();
        while (line != null && line.isBlank()) {
            line = in.readLine();
        }
        return line;
    }

    private String publish(TopicServer server, String message, String own, boolean isFirst)
            throws IOException, InterruptedException {
        HttpRequest request = server.request(subject, "")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", own)
                .timeout(TIMEOUT)
                .POST(HttpRequest.BodyPublishers.ofString(message))
                .build();
        long begin = System.nanoTime();
        for (int failures = 0; ; failures++) {
            HttpResponse<String> reply = null;
            IOException failure;
            try {
                reply = server.client().send(request, HttpResponse.BodyHandlers.ofString());
                failure = server.refusal(reply.statusCode(), reply.body());
            } catch (IOException x) {
                failure = server.failure(x);
            }
            if (reply != null && reply.statusCode() == OK) {
                return position(reply.body());
            }
            boolean isFinal = reply != null && !TopicServer.isPassing(reply.statusCode());
            // Without a message before it, it is a wrong address rather than a cut.
            if (isFinal || isFirst || System.nanoTime() - begin > AGAIN.toNanos()) {
                throw failure;
            }
            if (failures == 0) {
                PrintWriter err = spec.commandLine().getErr();
                err.println("medley: " + failure.getMessage() + "; trying again");
                err.flush();
            }
            TopicServer.pause(failures);
        }
    }

    private static String position(String body) throws IOException {
        try {
            JsonNode position =
                    Json.parse(body.getBytes(StandardCharsets.UTF_8)).tree().get("position");
            if (position != null && position.isString()) {
                return position.asString();
            }
        } catch (MalformedJsonException x) {
            throw new IOException("the server's reply is not JSON: " + x.getMessage(), x);
        }
        throw new IOException("the server's reply has no position; expected the URL of topics");
    }
}
