package dev.medley.js.internal.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.io.FileSystem;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.management.ExecutionListener;

/**
 * Makes the contexts of scripts, on one engine, which keeps what it has parsed. A context has what JavaScript has, and the prelude: no
 * class, no file but those of its folder, no environment, no thread and no code from texts. Thread-safe.
 */
public final class ScriptContexts implements AutoCloseable {

    private static final String LANGUAGE = "js";
    /** As those of a call that is written out. */
    private static final String MAX_ARGUMENTS = "65535";

    private static final Source PRELUDE = prelude();

    private final Engine engine = Engine.newBuilder(LANGUAGE)
            .option("engine.WarnInterpreterOnly", "false")
            .out(OutputStream.nullOutputStream())
            .err(OutputStream.nullOutputStream())
            .build();

    private final ExecutionListener depth = ExecutionListener.newBuilder()
            .roots(true)
            .onEnter(Turn::enterFunction)
            .onReturn(left -> Turn.leaveFunction())
            .attach(engine);

    /** Creates an engine: takes a second or more. */
    public ScriptContexts() {}

    /**
     * Returns a new context, for one thread at a time.
     *
     * @param files that it may import
     * @param warnings takes what the engine warns of, such as a promise that is rejected and that nothing waits for
     */
    public Context create(FileSystem files, RunBounds bounds, OutputStream warnings) {
        return Context.newBuilder(LANGUAGE)
                .engine(engine)
                .resourceLimits(bounds.statements())
                .allowHostAccess(HostAccess.NONE)
                .allowPolyglotAccess(PolyglotAccess.NONE)
                .allowEnvironmentAccess(EnvironmentAccess.NONE)
                .allowIO(IOAccess.newBuilder().fileSystem(files).build())
                .out(warnings)
                .err(warnings)
                .allowExperimentalOptions(true)
                .option("js.esm-eval-returns-exports", "true")
                .option("js.unhandled-rejections", "warn")
                .option("js.string-length-limit", bounds.maxString())
                .option("js.max-typed-array-length", bounds.maxString())
                .option("js.max-apply-argument-length", MAX_ARGUMENTS)
                .option("js.import-attributes", "true")
                .option("js.json-modules", "true")
                .option("js.agent-can-block", "false")
                .option("js.disable-eval", "true")
                .option("js.load", "false")
                .option("js.print", "false")
                .option("js.console", "false")
                .option("js.graal-builtin", "false")
                .option("js.polyglot-builtin", "false")
                .option("js.java-package-globals", "false")
                .option("js.shared-array-buffer", "false")
                .build();
    }

    /** Returns the source of the prelude. */
    static Source preludeSource() {
        return PRELUDE;
    }

    private static Source prelude() {
        try (InputStream file = ScriptContexts.class.getResourceAsStream("prelude.js")) {
            if (file == null) {
                throw new IllegalStateException("the JAR has no prelude.js");
            }
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return Source.newBuilder(LANGUAGE, text, "prelude.js")
                    .internal(true)
                    .build();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Returns the source of a script or of a text that it imports. */
    public static Source module(String name, String text) {
        try {
            return Source.newBuilder(LANGUAGE, text, name)
                    .mimeType("application/javascript+module")
                    .build();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    @Override
    public void close() {
        depth.close();
        engine.close(true);
    }
}
