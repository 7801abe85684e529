package dev.medley.loadtest.experiment.server;

import dev.medley.loadtest.process.BoundProcess;
import dev.medley.loadtest.process.LogEnd;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A program in a process of its own, which gets commands and answers each with a line of JSON. */
public final class ProgramProcess implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int LAST_LINES = 10;

    private final String name;
    private final BoundProcess bound;
    private final Process process;
    private final OutputStream commands;
    private final BufferedReader answers;
    private final Path log;
    private final Duration answersWithin;

    private ProgramProcess(String name, BoundProcess bound, Path log, Duration answersWithin) {
        this.name = name;
        this.bound = bound;
        process = bound.process();
        commands = process.getOutputStream();
        answers = process.inputReader(StandardCharsets.UTF_8);
        this.log = log;
        this.answersWithin = answersWithin;
    }

    /**
     * Starts a program.
     *
     * @param name the name in messages
     * @param log takes what it writes besides its answers
     * @param answersWithin the bound on the time from a command to its answer
     */
    public static ProgramProcess start(String name, ProcessBuilder command, Path log, Duration answersWithin)
            throws IOException {
        command.redirectError(log.toFile());
        return new ProgramProcess(name, BoundProcess.start(command, () -> {}), log, answersWithin);
    }

    /**
     * Sends a command and waits for its answer.
     *
     * @throws IOException if the process has ended, does not answer in time or answers with something that is no JSON object
     */
    public JsonNode command(String command) throws IOException, InterruptedException {
        String answer;
        try {
            commands.write((command + "\n").getBytes(StandardCharsets.UTF_8));
            commands.flush();
            answer = read();
        } catch (IOException x) {
            throw broken("ended", command, x);
        }
        if (answer == null) {
            throw broken("ended", command, null);
        }
        try {
            JsonNode node = JSON.readTree(answer);
            if (node.isObject()) {
                return node;
            }
        } catch (JacksonException x) {
            throw broken("answered '%s', expected a JSON object,".formatted(answer), command, x);
        }
        throw broken("answered '%s', expected a JSON object,".formatted(answer), command, null);
    }

    private @Nullable String read() throws IOException, InterruptedException {
        FutureTask<@Nullable String> line = new FutureTask<>(answers::readLine);
        Thread reader = new Thread(line, name + "-answers");
        reader.setDaemon(true);
        reader.start();
        try {
            return line.get(answersWithin.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException x) {
            // Ends the thread that reads, too.
            process.destroyForcibly();
            throw new IOException("no answer within " + answersWithin.toSeconds() + " s", x);
        } catch (ExecutionException x) {
            throw new IOException(x.getCause());
        }
    }

    private IOException broken(String what, String command, @Nullable Exception cause) throws InterruptedException {
        // Its streams may end a moment before the process does.
        String exit = process.waitFor(1, TimeUnit.SECONDS) ? " with exit code " + process.exitValue() : "";
        String reason = cause == null ? "" : " (" + cause.getMessage() + ")";
        return new IOException(
                "the program %s %s during the command '%s'%s%s, see %s:%n%s"
                        .formatted(name, what, command, exit, reason, log, end()),
                cause);
    }

    private String end() {
        try {
            return String.join(System.lineSeparator(), LogEnd.of(log, LAST_LINES));
        } catch (IOException x) {
            return "the log cannot be read: " + x;
        }
    }

    @Override
    public void close() {
        try {
            // The end of its input is the end of the program.
            commands.close();
        } catch (IOException x) {
            process.destroy();
        }
        bound.awaitEnd();
    }
}
