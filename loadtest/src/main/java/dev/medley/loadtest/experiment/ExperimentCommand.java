package dev.medley.loadtest.experiment;

import dev.medley.loadtest.jmeter.JMeterException;
import dev.medley.loadtest.jmeter.JMeterHome;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.TerminalReport;
import dev.medley.loadtest.report.Verdict;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code medley experiment}. */
@Command(
        name = "experiment",
        description = "Repeats an experiment of the paper and writes a report with plots.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "fig4    threads and throughput by number of users, in each execution mode",
            "table2  time demand and service time of a request",
            "fig5    users and outbound connections as arrivals become faster",
            "modes   the execution modes under the same rising load: threads, memory, latency",
            "clients bursts of requests by Medley's broker and by HTTP clients of others; builds these by Maven first",
            "",
            "Partners and server run in processes of their own, which end with this one unless it is killed by SIGKILL.",
            "The exit code is 1 when a claim did not hold or could not be measured."
        })
public final class ExperimentCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "fig4, table2, fig5, modes or clients.")
    private Name name = Name.fig4;

    @Option(names = "--quick", description = "A short form of the experiment, within 20 s; clients within 40 s.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for index.html and data.json (default: medley-NAME in the current folder).")
    private @Nullable Path out;

    @Option(
            names = "--load",
            paramLabel = "DRIVER",
            description =
                    "Load driver of fig4 and table2: jmeter, with the plan in loadtest/plans, or driver, Medley's own"
                            + " (default: jmeter; with --quick, driver).")
    private @Nullable Who load;

    @Option(
            names = "--jmeter",
            paramLabel = "DIR",
            description =
                    "Folder of the JMeter to use (default: JMETER_HOME, or else the JMeter that ./mvnw package assembles).")
    private @Nullable Path jmeter;

    @ArgGroup(validate = false, heading = "%nOf clients:%n")
    private ClientsOptions clients = new ClientsOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final BiFunction<Name, Supplier<Load>, Experiment> experiments;

    /** For picocli. */
    public ExperimentCommand() {
        experiments = this::experiment;
    }

    /** @param experiments given what drives a closed loop, which is created only for one */
    ExperimentCommand(BiFunction<Name, Supplier<Load>, Experiment> experiments) {
        this.experiments = experiments;
    }

    /** The experiments, by the names that users type. */
    @SuppressWarnings("EffectivelyPrivate") // Picocli reads the constants.
    enum Name {
        fig4,
        table2,
        fig5,
        modes,
        clients;

        /** Returns whether it is a closed loop, which either load can drive. */
        boolean closedLoop() {
            return this == fig4 || this == table2;
        }
    }

    /** The drivers of a closed loop. */
    enum Who {
        jmeter,
        driver
    }

    @Override
    public Integer call() throws Exception {
        if (!name.closedLoop() && (load == Who.jmeter || jmeter != null)) {
            throw wrong(name
                    + " is no closed loop, the load of which JMeter can generate: --load jmeter and --jmeter are for"
                    + " fig4 and table2");
        }
        checkClients();
        Experiment experiment = experiments.apply(name, this::load);
        Path folder = Files.createDirectories(out == null ? Path.of("medley-" + name) : out);
        Report report = experiment.run(new Setup(quick, folder, Progress.onStandardError(), commandLine()));
        PrintStream terminal = System.out;
        TerminalReport.print(report, terminal);
        terminal.println("Report: " + report.writeTo(folder));
        return report.verdicts().stream().allMatch(Verdict::held) ? 0 : 1;
    }

    private Experiment experiment(Name chosen, Supplier<Load> closedLoop) {
        return switch (chosen) {
            case fig4 -> new Figure4(closedLoop.get());
            case table2 -> new Table2(closedLoop.get());
            case fig5 -> new Figure5();
            case modes -> new Modes();
            case clients -> new Clients(clients.plan(quick));
        };
    }

    /** Refuses wrong options before anything is done. */
    private void checkClients() {
        if (name != Name.clients) {
            if (!clients.given().isEmpty()) {
                throw wrong("%s does not have the option%s: it is for clients".formatted(name, clients.given()));
            }
            return;
        }
        try {
            clients.plan(quick);
        } catch (IllegalArgumentException x) {
            throw wrong(String.valueOf(x.getMessage()));
        }
    }

    private Who who() {
        return load == null ? (quick ? Who.driver : Who.jmeter) : load;
    }

    private Load load() {
        if (who() == Who.driver) {
            return new DriverLoad();
        }
        try {
            return new JMeterLoad(JMeterHome.find(jmeter));
        } catch (JMeterException x) {
            throw jmeter == null ? x : wrong("--jmeter: " + x.getMessage());
        }
    }

    /** The command line that makes the same report again. */
    private String commandLine() {
        return "./medley experiment " + name + (quick ? " --quick" : "")
                + (name.closedLoop() ? " --load " + who() : "")
                + clients.given();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
