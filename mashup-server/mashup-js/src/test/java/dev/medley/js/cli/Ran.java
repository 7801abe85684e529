package dev.medley.js.cli;

import dev.medley.server.internal.cli.MedleyCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A command that has run in this JVM, with the engine of its class path.
 *
 * @param code with which it exited
 * @param output what it printed
 * @param errors what it printed on the standard error
 */
record Ran(int code, String output, String errors) {

    static Ran command(List<String> arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            int code = MedleyCommand.run(arguments.toArray(String[]::new));
            return new Ran(code, output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
