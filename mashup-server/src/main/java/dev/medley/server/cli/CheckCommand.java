package dev.medley.server.cli;

import dev.medley.config.Configuration;
import dev.medley.config.ConfigurationException;
import dev.medley.config.ConfigurationReader;
import dev.medley.server.declared.DeclaredMashups;
import dev.medley.server.declared.MashupEstimate;
import dev.medley.server.declared.MashupSummary;
import dev.medley.server.openapi.ApiCheck;
import dev.medley.setting.ValueParsers;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
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
                "Checks a configuration, and the mashups that it declares, without running anything: keys and values,"
                        + " expressions, unknown partners, cycles, exchanges that are not used, members of a reply that collide, deadlines"
                        + " that are shorter than time-outs, requests that the OpenAPI documents of partners do not know. Prints each problem with its line and column, or what each mashup may"
                        + " cause at worst.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit code: 0 without problems, 1 with problems."})
final class CheckCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "Configuration file.")
    private Path file = Path.of("medley.yaml");

    @Mixin
    private SetOptions overrides = new SetOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Configuration configuration = ConfigurationReader.read(file, System.getenv(), overrides.values());
        DeclaredMashups declared = DeclaredMashups.of(configuration);
        List<String> problems = new ArrayList<>(declared.findings(configuration));
        problems.addAll(ApiCheck.problems(configuration, file));
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        print(configuration, declared.summaries());
        return 0;
    }

    private void print(Configuration configuration, List<MashupSummary> mashups) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "%s is valid: %s, %s.%n",
                file, counted(configuration.partners().size(), "partner"), counted(mashups.size(), "declared mashup"));
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("mashup", "methods", "exchanges", "layers", "requests at most", "longest chain of time-outs"));
        for (MashupSummary each : mashups) {
            MashupEstimate estimate = each.estimate();
            rows.add(List.of(
                    each.path(),
                    String.join(" ", each.methods()),
                    String.valueOf(estimate.exchanges()),
                    String.valueOf(estimate.layers()),
                    String.valueOf(estimate.requests()),
                    estimate.chain().isEmpty()
                            ? "-"
                            : String.join(", ", estimate.chain()) + ": "
                                    + ValueParsers.duration().format(estimate.chainTime())));
        }
        if (!mashups.isEmpty()) {
            out.println();
            Columns.of(rows).forEach(out::println);
        }
        out.flush();
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
