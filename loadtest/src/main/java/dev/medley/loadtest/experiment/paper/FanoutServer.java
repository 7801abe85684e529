package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.experiment.server.CollectedHeap;
import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.process.ModuleBuild;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The server of figure 5, with its mashup in one of its forms. */
final class FanoutServer {

    private static final String SCRIPT = "fanout.mjs";
    private static final String DECLARATION = "fanout.yaml";
    /** More than 20,000 open files admit. */
    private static final int MAX_CONTEXTS = 20_000;

    private FanoutServer() {}

    /**
     * Starts the server, and returns when it is ready. For a script it builds the module of scripts first, if that is not up to date.
     *
     * @param collections the file for the log of its garbage collector
     * @param maxConnections to each partner
     */
    static ServerUnderTest start(Setup setup, MashupForm form, Partners partners, Path collections, int maxConnections)
            throws IOException, InterruptedException {
        List<String> options = form == MashupForm.script ? scriptOptions(setup) : List.of();
        return ServerUnderTest.of(ServerUnderTest.serve(
                setup,
                "server-" + form,
                configuration(form, partners.urls(), maxConnections),
                List.of(CollectedHeap.option(collections)),
                options));
    }

    /** The configuration, with the mashup if it is declared. */
    static String configuration(MashupForm form, Map<String, String> partners, int maxConnections) throws IOException {
        String yaml =
                ServerUnderTest.configuration(ExecutionMode.ASYNC, PartnerProtocol.AUTO, partners, maxConnections);
        return form == MashupForm.declared ? yaml + "mashups:\n" + resource(DECLARATION) : yaml;
    }

    private static List<String> scriptOptions(Setup setup) throws IOException, InterruptedException {
        Path sources = ModuleBuild.sources()
                .orElseThrow(() -> new IOException(
                        "the module of scripts, to be built from source, was not found: run ./medley from a checkout"));
        Path modules = new ModuleBuild(sources, System.err).folder();
        Path mashups = Files.createDirectories(setup.out().resolve("mashups"));
        Files.writeString(mashups.resolve(SCRIPT), resource(SCRIPT));
        return List.of(
                "--mashups",
                mashups.toString(),
                "--modules",
                modules.toString(),
                "--set",
                "server.scripts.max-contexts=" + MAX_CONTEXTS);
    }

    private static String resource(String name) throws IOException {
        try (InputStream resource = FanoutServer.class.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IOException(name + " is not on the class path");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
