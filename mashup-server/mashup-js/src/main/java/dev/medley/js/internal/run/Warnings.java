package dev.medley.js.internal.run;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;

/** Writes each line of what the engine prints to the log. For one thread at a time. */
final class Warnings extends OutputStream {

    private static final int LONGEST = 8 * 1024;

    private final Logger log;
    private final String file;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(0);

    Warnings(Logger log, String file) {
        this.log = log;
        this.file = file;
    }

    @Override
    public void write(int octet) {
        if (octet != '\n') {
            if (line.size() < LONGEST) {
                line.write(octet);
            }
        } else if (line.size() > 0) {
            log.warn("{}: {}", file, line.toString(StandardCharsets.UTF_8).strip());
            line.reset();
        }
    }
}
