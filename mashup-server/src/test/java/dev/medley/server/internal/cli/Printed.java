package dev.medley.server.internal.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Keeps what a test prints. */
final class Printed implements BeforeEachCallback, AfterEachCallback {

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @Override
    public void beforeEach(ExtensionContext context) {
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        System.setOut(out);
        System.setErr(err);
    }

    String output() {
        return output.toString(StandardCharsets.UTF_8);
    }

    String errors() {
        return errors.toString(StandardCharsets.UTF_8);
    }
}
