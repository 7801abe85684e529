package dev.medley.js.internal.run;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/** Writes what the engine prints to the log, such as a rejected promise that nothing waits for: one line each time. */
final class Warnings extends OutputStream {

    private static final String PREFIX = "[GraalVM JavaScript Warning] ";

    private final Logger log;
    private final String file;

    Warnings(Logger log, String file) {
        this.log = log;
        this.file = file;
    }

    @Override
    public void write(int octet) {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        String line = text.lines()
                .map(String::strip)
                .filter(each -> !each.isEmpty() && !isOfServer(each))
                .collect(Collectors.joining(" | "));
        if (!line.isEmpty()) {
            log.warn("{}: {}", file, LogLine.of(line.replace(PREFIX, "")));
        }
    }

    /** Frames that the author of a script does not know. */
    private static boolean isOfServer(String line) {
        return line.startsWith("at ") && (line.contains("(prelude.js") || line.contains("org.graalvm."));
    }
}
