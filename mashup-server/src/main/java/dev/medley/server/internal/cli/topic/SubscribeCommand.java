package dev.medley.server.internal.cli.topic;

import dev.medley.topic.Position;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code medley subscribe}. */
@Command(
        name = "subscribe",
        description =
                "Subscribes to a topic of a running server, and prints each message in a line: its position, its subject"
                        + " and the document.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "After a cut it connects again, and goes on behind the last message. A gap, and each cut, is a line on the"
                    + " standard error output.",
            "Exit code: 0 after --count messages, 1 if the server refuses or cannot be reached at the beginning, 2 for invalid"
                    + " options.",
            "",
            "  medley subscribe prices.eur",
            "  medley subscribe 'prices.*' --earliest --count 10",
            "  medley subscribe 'prices.>' --after k3f9x2:42 --rates",
            "  medley subscribe 'trips.alice.>' -H 'X-Api-Key: …'"
        })
public final class SubscribeCommand implements Callable<Integer> {

    private static final int OK = 200;
    private static final String DATA = "\"data\":";
    private static final String SUBJECT = "\"subject\":\"";

    @Mixin
    private ServerOptions options = new ServerOptions();

    @Parameters(
            index = "0",
            paramLabel = "SUBJECT",
            description = "Subject, such as prices.eur, or a pattern, such as 'prices.*' or 'prices.>'.")
    private String subject = "";

    @Option(
            names = "--after",
            paramLabel = "POSITION",
            description = "Begins behind this position (default: with what is published from now on).")
    private @Nullable String after;

    @Option(names = "--earliest", description = "Begins with all that the server has.")
    private boolean earliest;

    @Option(names = "--count", paramLabel = "N", description = "Ends after N messages (default: goes on).")
    private long count = Long.MAX_VALUE;

    @Option(names = "--rates", description = "Prints the rate once a second, on the standard error output.")
    private boolean rates;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private boolean wasThere;
    private int failures;
    private @Nullable Long retryMillis;

    /** For picocli. */
    public SubscribeCommand() {}

    @Override
    public Integer call() throws Exception {
        TopicServer server = server();
        try (RateLine line = RateLine.begin(spec.commandLine().getErr(), rates)) {
            while (!read(server, line)) {
                Long asked = retryMillis;
                if (asked == null) {
                    TopicServer.pause(failures++);
                } else {
                    Thread.sleep(asked);
                }
            }
        }
        return ExitCode.OK;
    }

    private TopicServer server() throws GeneralSecurityException {
        try {
            SubjectPattern.parse(subject);
            if (after != null) {
                Position.parse(after);
            }
            if (after != null && earliest) {
                throw new IllegalArgumentException("--after and --earliest exclude each other");
            }
            if (count < 1) {
                throw new IllegalArgumentException("--count: %d messages; expected 1 or more".formatted(count));
            }
            if (earliest) {
                after = "earliest";
            }
            return options.server();
        } catch (IllegalArgumentException x) {
            throw new ParameterException(spec.commandLine(), String.valueOf(x.getMessage()), x);
        }
    }

    /** Reads until the stream ends. Returns whether there are as many messages as wanted. */
    private boolean read(TopicServer server, RateLine line) throws IOException, InterruptedException {
        HttpRequest.Builder request = server.request(subject, "").header("Accept", "text/event-stream");
        if (after != null) {
            request.header("Last-Event-ID", after);
        }
        retryMillis = null;
        HttpResponse<InputStream> reply;
        try {
            reply = server.client().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException x) {
            return cut(server.failure(x));
        }
        if (reply.statusCode() != OK) {
            IOException refusal;
            try (InputStream body = reply.body()) {
                refusal = server.refusal(reply.statusCode(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException x) {
                return cut(server.failure(x));
            }
            if (!TopicServer.isPassing(reply.statusCode())) {
                throw refusal;
            }
            return cut(refusal);
        }
        wasThere = true;
        try (EventReader events = new EventReader(reply.body())) {
            for (EventReader.Event next = events.next(); next != null; next = events.next()) {
                failures = 0;
                if (take(next, line)) {
                    return true;
                }
            }
            return cut(new IOException("%s: the stream has ended".formatted(server.url())));
        } catch (IOException x) {
            return cut(server.failure(x));
        }
    }

    /** Returns whether it is the last one that is wanted. */
    private boolean take(EventReader.Event event, RateLine line) {
        boolean isLast = false;
        if (event.name().equals("reconnect")) {
            retryMillis = event.retryMillis();
        } else if (event.name().equals("gap")) {
            report("gap: messages behind %s are lost, up to %s".formatted(after, event.id()));
        } else if (!event.data().isEmpty()) {
            String data = event.data();
            int begin = data.indexOf(SUBJECT) + SUBJECT.length();
            PrintWriter out = spec.commandLine().getOut();
            out.println(event.id() + " " + data.substring(begin, data.indexOf('"', begin)) + " "
                    + data.substring(data.indexOf(DATA) + DATA.length(), data.length() - 1));
            out.flush();
            isLast = line.count() == count;
        }
        if (!event.id().isEmpty()) {
            after = event.id();
        }
        return isLast;
    }

    /** The connection is cut, or was not there: then the address is wrong, or the server is not running. */
    private boolean cut(IOException failure) throws IOException {
        if (!wasThere) {
            throw failure;
        }
        report(failure.getMessage() + "; connecting again");
        return false;
    }

    private void report(@Nullable String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("medley: " + line);
        err.flush();
    }
}
