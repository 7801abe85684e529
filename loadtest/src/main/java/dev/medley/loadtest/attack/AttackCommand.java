package dev.medley.loadtest.attack;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.way.Attacks;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code loadtest/attack/run}. */
@Command(
        name = "loadtest/attack/run",
        description = {
            "Attacks a server in many ways, one at a time, and measures the effect on other clients and the resources"
                    + " that the server uses.",
            "",
            "The server has 1 GB of heap and default settings, on one core; partners, attacker and others are on the other cores."
                    + " The attacker has at most 100 connections and sends at most 100 MB. The exit code is 1 when the server ends, when"
                    + " fewer than 99 %% of the others get a 200 within a second, from 5 s after the attack has begun on, or"
                    + " when memory, files, threads or requests are left behind."
        },
        mixinStandardHelpOptions = true)
final class AttackCommand implements Callable<Integer> {

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Only these attacks; a name may end in *.")
    private List<String> only = List.of();

    @Option(names = "--quick", description = "Only the attacks that once succeeded, for a shorter time.")
    private boolean quick;

    @Option(names = "--list", description = "Prints the attacks, and ends.")
    private boolean list;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Time in which replies to other clients are counted, after the first 5 s (default:"
                    + " ${DEFAULT-VALUE}; 2 with --quick).")
    private int seconds;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for report and logs (default: ${DEFAULT-VALUE}).",
            defaultValue = "medley-attacks")
    private Path out = Path.of("medley-attacks");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private AttackCommand() {}

    /** Runs the command, and ends this process. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new AttackCommand()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter terminal = spec.commandLine().getOut();
        List<Attack> attacks = chosen();
        if (list) {
            attacks.forEach(attack -> terminal.printf("%-28s %s%n", attack.name(), attack.what()));
            return 0;
        }
        String command = "loadtest/attack/run "
                + String.join(" ", spec.commandLine().getParseResult().originalArgs());
        Setup setup = new Setup(false, out, Progress.onStandardError(), command.strip(), 0);
        Report report = run(setup, attacks);
        report.writeTo(out);
        terminal.print(Files.readString(out.resolve("report.md")));
        terminal.flush();
        return report.verdicts().stream().allMatch(Verdict::held) ? 0 : 1;
    }

    private Report run(Setup setup, List<Attack> attacks) throws IOException, InterruptedException {
        Duration measured = Duration.ofSeconds(quick ? 2 : seconds);
        List<AttackResult> results = new ArrayList<>();
        try (AttackBench bench = AttackBench.start(setup)) {
            for (Attack attack : attacks) {
                AttackResult result = bench.run(attack, measured);
                results.add(result);
                setup.progress()
                        .note("%d/%d %s: %s (others %.1f %%, CPU %.0f %%, RSS %.0f MB, %d connections, %.1f MB sent)"
                                .formatted(
                                        results.size(),
                                        attacks.size(),
                                        attack.name(),
                                        AttackReport.verdict(result),
                                        result.answeredPercent(),
                                        result.cpuPercent(),
                                        result.most().residentMegabytes(),
                                        result.attacker().opened(),
                                        result.attacker().sent() / 1e6));
            }
            return AttackReport.of(setup, results, bench.isPinned());
        }
    }

    private List<Attack> chosen() {
        List<Attack> all = quick ? Attacks.quick() : Attacks.all();
        if (only.isEmpty()) {
            return all;
        }
        List<Attack> chosen = Attacks.all().stream()
                .filter(attack -> only.stream().anyMatch(name -> matches(name, attack.name())))
                .toList();
        if (chosen.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--only is " + String.join(",", only) + "; expected names of attacks, see --list");
        }
        return chosen;
    }

    private static boolean matches(String pattern, String name) {
        return pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }
}
