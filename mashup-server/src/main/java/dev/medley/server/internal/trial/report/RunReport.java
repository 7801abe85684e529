package dev.medley.server.internal.trial.report;

import dev.medley.server.internal.replay.Replayed;
import dev.medley.server.recording.RecordedBody;
import dev.medley.server.recording.RecordedExchange;
import dev.medley.server.recording.Recording;
import dev.medley.server.recording.RunReply;
import dev.medley.server.recording.RunRequest;
import dev.medley.server.recording.internal.RecordingJson;
import dev.medley.thread.internal.ledger.RequestPhases;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Shows a run to people: reply, exchanges, and how it compares with a recording. */
public final class RunReport {

    private static final int MOST_LINES = 80;
    private static final int MOST_CHARACTERS = 8000;

    /** Fields about the transport, and what the exchanges show as well. */
    private static final Set<String> NOT_SHOWN = Set.of(
            "connection",
            "content-length",
            "date",
            "keep-alive",
            "medley-manifest",
            "server",
            "server-timing",
            "transfer-encoding",
            "vary");

    private final PrintWriter out;
    private final Terminal terminal;

    /** Creates a report. */
    public RunReport(PrintWriter out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Prints the reply and the exchanges of a run. */
    public void print(Recording run) {
        print(run.request(), run.reply(), run.tookMs(), run.exchanges());
    }

    private void print(RunRequest request, RunReply reply, double tookMs, List<RecordedExchange> exchanges) {
        out.println(request);
        String status = "%d %s".formatted(reply.status(), HttpStatus.getMessage(reply.status()));
        out.printf(
                Locale.ROOT,
                "%s, %.1f ms (client)%n",
                terminal.coloured(reply.isSuccess() ? Terminal.Colour.GREEN : Terminal.Colour.RED, status),
                tookMs);
        reply.headers().forEach((name, values) -> {
            if (!NOT_SHOWN.contains(name.toLowerCase(Locale.ROOT)) && !name.startsWith(":")) {
                values.forEach(value -> out.println(Terminal.harmless(name + ": " + value)));
            }
        });
        out.println();
        lines(reply).forEach(out::println);
        out.println();
        Waterfall.of(exchanges, tookMs, terminal).forEach(out::println);
        ManifestField.unsent(reply, exchanges)
                .forEach(line -> out.println(Terminal.harmless("No request for " + line)));
        out.flush();
    }

    /** Prints where the time of a request went: as a table of its phases, unless it is null. */
    public void print(@Nullable RequestPhases phases) {
        if (phases != null) {
            out.println();
            PhaseTable.of(phases).forEach(out::println);
            out.flush();
        }
    }

    private static List<String> lines(RunReply reply) {
        RecordedBody body = reply.body();
        if (body.length() == 0) {
            return List.of("(no body)");
        }
        JsonNode json = body.isWhole() ? body.json() : null;
        String text = json == null ? body.text() : RecordingJson.MAPPER.writeValueAsString(json);
        if (text == null || !body.isWhole()) {
            return List.of(
                    "(%d bytes%s)".formatted(body.length(), reply.type().isEmpty() ? "" : " of " + reply.type()));
        }
        String start = text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
        Stream<String> lines = Terminal.harmless(start).lines().limit(MOST_LINES);
        boolean cut = start.length() < text.length() || start.lines().count() > MOST_LINES;
        String note = "(cut here; the body has %d bytes)".formatted(body.length());
        return (cut ? Stream.concat(lines, Stream.of(note)) : lines).toList();
    }

    /**
     * Prints a run that was replayed, and how it differs from the recording.
     *
     * @param manifest name of the member of the reply with the manifest, which is not compared; null for none
     * @param withReply whether the reply is compared
     * @return whether it does not differ
     */
    public boolean print(
            Recording recording, Replayed<RunReply> replayed, @Nullable String manifest, boolean withReply) {
        print(recording.request(), replayed.reply(), replayed.tookMs(), replayed.exchanges());
        List<String> differences = new ArrayList<>(replayed.differences());
        String ofReply = withReply ? ReplyDifference.of(recording.reply(), replayed.reply(), manifest) : null;
        out.println();
        recording
                .request()
                .missing()
                .forEach(name -> out.printf(
                        "Note: the recording has no value of %s, which is secret; --header %s=VALUE gives it%n",
                        name, name));
        replayed.notes().forEach(note -> out.println("Note: " + note));
        if (differences.isEmpty()) {
            out.println(
                    recording.order().isEmpty()
                            ? "As recorded, there were no exchanges."
                            : "The exchanges ended in the recorded order: " + String.join(", ", recording.order()));
        }
        if (ofReply != null) {
            differences.add("the reply differs: " + ofReply);
        } else if (withReply) {
            out.println("The reply is the recorded one.");
        }
        differences.forEach(
                each -> out.println(terminal.coloured(Terminal.Colour.RED, "Different: " + Terminal.harmless(each))));
        out.flush();
        return differences.isEmpty();
    }
}
