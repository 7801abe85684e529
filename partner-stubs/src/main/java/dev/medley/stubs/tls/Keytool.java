package dev.medley.stubs.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** The JDK's {@code keytool}, in a process of its own: the JDK has no other API that issues certificates. */
record Keytool(Path program) {

    private static final DateTimeFormatter START_DATE =
            DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss").withZone(ZoneOffset.UTC);

    static Keytool ofThisJdk() {
        return new Keytool(Path.of(System.getProperty("java.home"), "bin", "keytool"));
    }

    /** Returns {@code instant} as {@code -startdate} takes it. */
    static String startDate(Instant instant) {
        return START_DATE.format(instant);
    }

    /**
     * Runs it to its end.
     *
     * @throws IllegalStateException if it reports a failure; the message has its output
     * @throws UncheckedIOException if it cannot be run
     */
    void run(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        // Start dates have no time zone, so keytool takes them in that of its JVM; the messages are in English.
        command.addAll(List.of("-J-Duser.timezone=UTC", "-J-Duser.language=en", "-J-XX:TieredStopAtLevel=1"));
        try {
            Process process = start(command);
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new IllegalStateException(
                        "keytool %s failed with status %d: %s".formatted(arguments.get(0), status, output.strip()));
            }
        } catch (IOException x) {
            throw new UncheckedIOException(String.valueOf(x.getMessage()), x);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while keytool ran", x);
        }
    }

    private Process start(List<String> command) throws IOException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException x) {
            String missing =
                    Files.exists(program) ? "" : "; the Java installation has none, a JDK or JRE with it is needed";
            throw new IOException("keytool could not be run: " + x.getMessage() + missing, x);
        }
    }
}
