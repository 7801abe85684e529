package dev.medley.loadtest.experiment;

import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.ReportFolder;
import dev.medley.loadtest.report.TerminalReport;
import dev.medley.loadtest.report.Verdict;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code medley experiment}. */
@Command(
        name = "experiment",
        description = "Repeats an experiment of the paper, and makes a report with plots.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "fig4    threads and throughput as functions of the number of users, in each execution mode",
            "table2  time demand and service time of a request",
            "fig5    users and outbound connections under ever faster arrivals",
            "modes   the execution modes under the same rising load: threads, memory, latency",
            "",
            "Partners and server run in processes of their own, which end with this one. The exit code is 1 when",
            "something that should hold did not."
        })
public final class ExperimentCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "fig4, table2, fig5 or modes.")
    private Name name = Name.fig4;

    @Option(names = "--quick", description = "The same in small, within 20 s.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where index.html and data.json go (default: medley-NAME in the current folder).")
    private @Nullable Path out;

    @Option(
            names = "--load",
            paramLabel = "WHO",
            description =
                    "What drives fig4 and table2: jmeter, with the plan in loadtest/plans, or driver, Medley's own"
                            + " (default: jmeter; with --quick, driver).")
    private @Nullable Who load;

    @Option(
            names = "--jmeter",
            paramLabel = "DIR",
            description =
                    "A JMeter of your own (default: that of JMETER_HOME, or the one that ./mvnw package assembles).")
    private @Nullable Path jmeter;

    /** For picocli. */
    public ExperimentCommand() {}

    /** The experiments, by the names that users type. */
    @SuppressWarnings("EffectivelyPrivate") // Picocli reads the constants.
    enum Name {
        fig4,
        table2,
        fig5,
        modes;

        Experiment experiment() {
            return switch (this) {
                case fig4 -> new Figure4();
                case table2 -> new Table2();
                case fig5 -> new Figure5();
                case modes -> new Modes();
            };
        }
    }

    /** What can drive a closed loop. */
    enum Who {
        jmeter,
        driver
    }

    @Override
    public Integer call() throws Exception {
        Path folder = Files.createDirectories(out == null ? Path.of("medley-" + name) : out);
        Who who = load == null ? (quick ? Who.driver : Who.jmeter) : load;
        Setup setup = new Setup(
                quick,
                folder,
                who == Who.driver ? new DriverLoad() : new JMeterLoad(jmeter),
                Progress.onStandardError(),
                "./medley experiment " + name + (quick ? " --quick" : "") + " --load " + who);
        Report report = name.experiment().run(setup);
        PrintStream terminal = System.out;
        TerminalReport.print(report, terminal);
        terminal.println("Report: " + ReportFolder.write(report, folder));
        List<Verdict> verdicts = report.verdicts();
        return verdicts.stream().allMatch(Verdict::held) ? 0 : 1;
    }
}
