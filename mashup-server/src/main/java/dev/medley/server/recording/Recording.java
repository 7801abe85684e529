package dev.medley.server.recording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Reason;
import dev.medley.server.recording.internal.RecordingJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One run of a mashup: the request, the reply, and what each exchange got, in the order in which the exchanges ended. The file is
 * JSON; {@code docs/declared-mashups.md} describes it. Immutable.
 */
public final class Recording {

    /** The version of the format. */
    static final int VERSION = 1;

    private static final String WARNING =
            "This file may contain secrets and personal data: it has the bodies of requests and responses unchanged."
                    + " It has all header fields and parameters, except those whose names show that they are secret.";
    private static final int FIRST_STATUS = 200;
    private static final int LAST_STATUS = 599;

    private final Form form;

    /**
     * A recording as it is in its file.
     *
     * @param recording the version of the format
     * @param warning for those who find the file
     * @param mashup template of the mashup's path
     * @param request of the client
     * @param reply of the mashup
     * @param tookMs the time from the request to the end of the reply, in milliseconds
     * @param exchanges in the order in which they ended
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Form(
            int recording,
            @Nullable String warning,
            String mashup,
            RunRequest request,
            RunReply reply,
            double tookMs,
            List<RecordedExchange> exchanges) {}

    private Recording(Form form) {
        this.form = form;
    }

    /** Creates a recording in this version of the format; {@code tookMs} is in milliseconds, to the end of the reply. */
    public Recording(
            String mashup, RunRequest request, RunReply reply, double tookMs, List<RecordedExchange> exchanges) {
        this(new Form(VERSION, WARNING, mashup, request, reply, tookMs, List.copyOf(exchanges)));
    }

    /**
     * Reads a recording.
     *
     * @throws UncheckedIOException if the file cannot be read
     * @throws IllegalArgumentException if it is not a recording of this version; the message has the file and the place
     */
    public static Recording of(Path file) {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + ": is a directory; expected a recording");
        }
        try {
            return read(file.toString(), Files.readAllBytes(file));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    private static Recording read(String file, byte[] bytes) {
        try {
            JsonNode tree = RecordingJson.MAPPER.readTree(bytes);
            JsonNode version = tree.path("recording");
            if (!version.isInt() || version.intValue() != VERSION) {
                throw new IllegalArgumentException("%s: 'recording' is %s; expected %d, the version of the format"
                        .formatted(file, version.isMissingNode() ? "missing" : version, VERSION));
            }
            Form form = RecordingJson.MAPPER.treeToValue(tree, Form.class);
            check(file, form);
            return new Recording(form);
        } catch (JacksonException x) {
            throw new IllegalArgumentException(
                    "%s: %s; expected a recording as 'medley record' writes it".formatted(file, reason(x)), x);
        }
    }

    private static String reason(JacksonException failure) {
        String message = String.valueOf(failure.getOriginalMessage());
        String place = failure.getPath().stream()
                .map(step ->
                        step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName())
                .collect(Collectors.joining());
        return place.isEmpty() ? message : place.substring(1) + ": " + message;
    }

    @SuppressWarnings("ConstantValue") // Jackson leaves out what the file does.
    private static void check(String file, Form form) {
        require(form.mashup != null && form.request != null && form.reply != null, file, "mashup, request and reply");
        require(
                form.request.method() != null && form.request.target() != null,
                file,
                "request.method and request.target");
        // It follows the address of the server, and would be a part of its name or its port.
        if (!form.request.target().startsWith("/")) {
            throw new IllegalArgumentException("%s: request.target: '%s' is not a path; expected one that begins with /"
                    .formatted(file, form.request.target()));
        }
        require(form.exchanges != null, file, "exchanges");
        for (int i = 0; i < form.exchanges.size(); i++) {
            check(file + ": exchanges[" + i + "]", form.exchanges.get(i));
        }
    }

    @SuppressWarnings("ConstantValue") // Jackson leaves out what the file does.
    private static void check(String place, RecordedExchange exchange) {
        require(exchange != null, place, "an exchange");
        require(exchange.partner() != null && exchange.method() != null, place, "partner and method");
        require(exchange.target() != null && exchange.times() != null, place, "target and times");
        List<String> outcomes =
                Arrays.stream(Outcome.values()).map(Outcome::label).toList();
        if (!outcomes.contains(exchange.outcome())) {
            throw new IllegalArgumentException("%s.outcome: '%s' is not an outcome; expected one of %s"
                    .formatted(place, exchange.outcome(), String.join(", ", outcomes)));
        }
        List<String> reasons = Arrays.stream(Reason.values()).map(Reason::label).toList();
        boolean completed = exchange.ended(Outcome.COMPLETED);
        if (completed ? exchange.status() == null : !reasons.contains(String.valueOf(exchange.reason()))) {
            throw new IllegalArgumentException(
                    completed
                            ? place + ".status: is missing; expected the response's status"
                            : "%s.reason: '%s' is not a reason; expected one of %s"
                                    .formatted(place, exchange.reason(), String.join(", ", reasons)));
        }
        Integer status = exchange.status();
        if (status != null && (status < FIRST_STATUS || status > LAST_STATUS)) {
            throw new IllegalArgumentException("%s.status: %d cannot be replayed; expected %d to %d"
                    .formatted(place, status, FIRST_STATUS, LAST_STATUS));
        }
    }

    private static void require(boolean given, String place, String members) {
        if (!given) {
            throw new IllegalArgumentException("%s: expected %s".formatted(place, members));
        }
    }

    /**
     * Writes the recording, in place of an earlier file, to be read and changed by its owner only. Left out are cookies, and
     * the values of header fields and of parameters of the query whose names tell that they are secret, such as
     * {@code Authorization}, {@code X-Api-Key} and {@code access_token}.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    public void write(Path file) {
        writeWithSecrets(
                file,
                new Form(
                        VERSION,
                        WARNING,
                        form.mashup,
                        form.request.withoutSecrets(),
                        form.reply.withoutSecrets(),
                        form.tookMs,
                        form.exchanges.stream()
                                .map(RecordedExchange::withoutSecrets)
                                .toList()));
    }

    /** As {@link #write}, with all of them. */
    public void writeWithSecrets(Path file) {
        writeWithSecrets(file, form);
    }

    private static void writeWithSecrets(Path file, Form written) {
        try {
            PrivateFile.write(file, RecordingJson.MAPPER.writeValueAsString(written) + "\n");
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Returns this recording with other values of header fields in its request, such as those that it does not have. */
    public Recording with(Map<String, List<String>> headers) {
        return new Recording(form.mashup, form.request.with(headers), form.reply, form.tookMs, form.exchanges);
    }

    /** Returns the reasons why it cannot be replayed, each in a line; none if it can. */
    public List<String> obstacles() {
        return form.exchanges.stream()
                .filter(RecordedExchange::isWithoutBody)
                .map(each -> each.label()
                        + ": its response was streamed and is not in the recording, which so cannot be replayed")
                .toList();
    }

    /** Returns the names of the partners to which no exchange could connect; a partner without exchanges is none of them. */
    public Set<String> unreachable() {
        Map<String, List<RecordedExchange>> byPartner =
                form.exchanges.stream().collect(Collectors.groupingBy(RecordedExchange::partner));
        byPartner.values().removeIf(of -> of.stream().anyMatch(each -> !each.failedBy(Reason.CONNECT_FAILED)));
        return Set.copyOf(byPartner.keySet());
    }

    /** Returns the template of the mashup's path. */
    public String mashup() {
        return form.mashup;
    }

    /** Returns the request of the client. */
    public RunRequest request() {
        return form.request;
    }

    /** Returns the reply of the mashup. */
    public RunReply reply() {
        return form.reply;
    }

    /**
     * Returns the exchanges in the order in which they ended: each by the name that the mashup has for it, or else by its request,
     * such as {@code GET /users/7 of partner users}.
     */
    public List<String> order() {
        return form.exchanges.stream().map(RecordedExchange::label).toList();
    }

    /** Returns the milliseconds from the request of the client to the end of the reply. */
    public double tookMs() {
        return form.tookMs;
    }

    /** Returns the exchanges in the order in which they ended; empty if the mashup began none. */
    public List<RecordedExchange> exchanges() {
        return form.exchanges;
    }

    @Override
    public String toString() {
        return "recording of %s, %s".formatted(form.request, order());
    }
}
