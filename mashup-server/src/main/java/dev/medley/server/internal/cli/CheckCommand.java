package dev.medley.server.internal.cli;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.cli.option.SetOptions;
import dev.medley.server.internal.cli.process.QuietLog;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.declared.MashupSummary;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.mashups.Problems;
import dev.medley.server.internal.openapi.ApiCheck;
import dev.medley.server.internal.trial.RunConfiguration;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code medley check}. */
@Command(
        name = "check",
        description =
                "Checks a configuration and its declared mashups, without sending a request or opening a port: keys"
                        + " and values, expressions, unknown partners, cycles, unused exchanges, colliding members of"
                        + " a reply, deadlines that are shorter than time-outs, requests that the OpenAPI documents of"
                        + " partners do not know, settings that no mashup reads, and paths that two mashups have."
                        + " Of scripts: their syntax, exports, imports and partners. Mashups of JARs are initialized"
                        + " for that, and destroyed; of a script only what is outside of its function runs. Prints each"
                        + " problem with its line and column, or the worst-case partner calls of each declared mashup,"
                        + " the paths and partners of each script, and what the configuration leaves open to strangers.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit code: 0 without problems, 1 with problems."})
final class CheckCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "Configuration file.")
    private Path file = Path.of("medley.yaml");

    @Mixin
    private MashupsOption mashups = new MashupsOption();

    @Mixin
    private SetOptions overrides = new SetOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        Configuration configuration = ServerConfiguration.READER.read(file, System.getenv(), overrides.values());
        ServedFolder served = mashups.served();
        boolean hasMashups = served.isGiven()
                || !configuration.declarations().isEmpty()
                || configuration.server().samples();
        Problems problems = new Problems();
        DeclaredMashups declared = problems.of(() -> DeclaredMashups.of(configuration), DeclaredMashups.none());
        problems.addAll(declared.warnings(configuration));
        problems.addAll(problems.of(() -> ApiCheck.problems(configuration, file), List.of()));
        if (hasMashups) {
            problems.addAll(problemsOfStart(configuration, served));
        }
        problems.throwIfAny();
        print(configuration, declared.summaries(), served);
        if (!hasMashups) {
            spec.commandLine()
                    .getOut()
                    .println(
                            "Its settings and options of mashups are checked only if their JARs are given: --mashups DIR.");
        }
        audit(configuration, served);
        spec.commandLine().getOut().flush();
        return 0;
    }

    /** Returns why a server with these mashups would not start; its ports and files of TLS are those of another machine. */
    private static List<String> problemsOfStart(Configuration configuration, ServedFolder served) throws IOException {
        QuietLog log = new QuietLog();
        try {
            new ServerBuilder()
                    .mashups(served)
                    .configuration(RunConfiguration.alone(configuration))
                    .check();
            return List.of();
        } catch (ConfigurationException x) {
            return x.problems();
        } finally {
            log.close();
        }
    }

    /** Findings are no problems: behind a firewall, or in a test, much may be open. */
    private void audit(Configuration configuration, ServedFolder served) {
        List<String> findings = Audit.of(configuration, served.filters(), file.toString());
        if (!findings.isEmpty()) {
            PrintWriter out = spec.commandLine().getOut();
            out.printf("%nOpen to strangers, unless something else protects it:%n");
            findings.forEach(out::println);
        }
    }

    private void print(Configuration configuration, List<MashupSummary> mashups, ServedFolder served) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "%s is valid: %s, %s%s%s.%n",
                file,
                counted(configuration.partners().size(), "partner"),
                counted(mashups.size(), "declared mashup"),
                served.classes() == 0 ? "" : ", %s of JARs".formatted(counted(served.classes(), "mashup")),
                served.scripts().isEmpty()
                        ? ""
                        : ", " + counted(served.scripts().size(), "script"));
        List<String> table = MashupTable.of(mashups, served.scripts());
        if (!table.isEmpty()) {
            out.println();
            table.forEach(out::println);
        }
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
