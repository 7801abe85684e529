package dev.medley.loadtest.experiment;

import dev.medley.loadtest.experiment.clients.Clients;
import dev.medley.loadtest.experiment.clients.ClientsOptions;
import dev.medley.loadtest.experiment.codec.Codec;
import dev.medley.loadtest.experiment.codec.CodecOptions;
import dev.medley.loadtest.experiment.outstanding.OutstandingExchanges;
import dev.medley.loadtest.experiment.overload.Overload;
import dev.medley.loadtest.experiment.paper.DriverLoad;
import dev.medley.loadtest.experiment.paper.Figure4;
import dev.medley.loadtest.experiment.paper.Figure5Options;
import dev.medley.loadtest.experiment.paper.JMeterLoad;
import dev.medley.loadtest.experiment.paper.Load;
import dev.medley.loadtest.experiment.paper.Modes;
import dev.medley.loadtest.experiment.paper.Table2;
import dev.medley.loadtest.experiment.peers.Peers;
import dev.medley.loadtest.experiment.peers.PeersOptions;
import dev.medley.loadtest.experiment.policy.FailingEndpoint;
import dev.medley.loadtest.experiment.policy.Hedge;
import dev.medley.loadtest.experiment.policy.PartnerDown;
import dev.medley.loadtest.experiment.policy.SlowPartner;
import dev.medley.loadtest.experiment.server.CommonOptions;
import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.soak.Soak;
import dev.medley.loadtest.experiment.soak.SoakOptions;
import dev.medley.loadtest.experiment.sweep.Sweep;
import dev.medley.loadtest.experiment.sweep.SweepDimension;
import dev.medley.loadtest.experiment.threads.Threads;
import dev.medley.loadtest.experiment.threads.ThreadsOptions;
import dev.medley.loadtest.experiment.topics.Topics;
import dev.medley.loadtest.experiment.topics.TopicsOptions;
import dev.medley.loadtest.jmeter.JMeterException;
import dev.medley.loadtest.jmeter.JMeterHome;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.TerminalReport;
import dev.medley.loadtest.report.section.Verdict;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
            "fig4              threads and throughput by number of users, in each execution mode",
            "table2            time demand and service time of a request",
            "fig5              users and outbound connections as arrivals become faster",
            "modes             the execution modes under the same rising load: threads, memory, latency",
            "sweep             CPU time and latency of a mashup by exchanges, body size, users and rate, with"
                    + " partners over HTTP/1.1 and h2c",
            "rc1m              a million exchanges in flight over HTTP/2: heap of a suspended request, threads, CPU",
            "overload          goodput against offered load to five times the capacity, with and without admission",
            "slow-partner      p99 of mashups beside a partner that is 100 times slower",
            "failing-endpoint  failed answers while one endpoint of three fails every request",
            "partner-down      a partner that fails for 30 s while clients retry: requests that reach it, time to recover",
            "hedge             latency and load at the partner with and without hedged requests, where one answer of 50 is slow",
            "soak              an hour with random faults of partners and network: content of replies, and what the server holds",
            "peers             CPU of a mashup beside Vert.x, plain Jetty and Helidon, as ratios; builds them by Maven first",
            "clients           bursts of requests by Medley's broker and by HTTP clients of others; builds these by Maven first",
            "threads           a thread for each connection, a pool of threads, Medley's modes, nginx and Apache: a paper of Duke's",
            "codec             100,000 units of work as operations, fibers and threads; mashups beside others that code",
            "topics            15,000 WebSockets and 100,000 event streams, broadcasts, silent clients, cuts and restarts",
            "",
            "Partners and server run in processes of their own, which end with this one unless it is killed by SIGKILL.",
            "The exit code is 1 when a claim did not hold or could not be measured."
        })
public final class ExperimentCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "NAME",
            description =
                    "fig4, table2, fig5, modes, sweep, overload, rc1m, slow-partner, failing-endpoint, partner-down, hedge, soak, peers,"
                            + " clients, threads, codec or topics.")
    private Name name = Name.fig4;

    @Option(
            names = "--quick",
            description =
                    "A short form of the experiment: about 20 s; rc1m, soak, hedge and failing-endpoint half a minute, clients, threads, overload, partner-down, codec and peers 40 s, topics and sweep a minute.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder for index.html, report.md and data.json (default: medley-NAME in the current folder).")
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
            description = "Folder of the JMeter to use (default: JMETER_HOME, or else one that is downloaded once).")
    private @Nullable Path jmeter;

    @Option(
            names = "--only",
            paramLabel = "SERIES",
            split = ",",
            description = "Series of sweep to run: calls, body, users, rate (default: all).")
    private Set<SweepDimension> only = EnumSet.noneOf(SweepDimension.class);

    @ArgGroup(validate = false, heading = "%nOf several:%n")
    private CommonOptions common = new CommonOptions();

    @ArgGroup(validate = false, heading = "%nOf fig5:%n")
    private Figure5Options figure5 = new Figure5Options();

    @ArgGroup(validate = false, heading = "%nOf peers:%n")
    private PeersOptions peers = new PeersOptions();

    @ArgGroup(validate = false, heading = "%nOf clients:%n")
    private ClientsOptions clients = new ClientsOptions();

    @ArgGroup(validate = false, heading = "%nOf soak:%n")
    private SoakOptions soak = new SoakOptions();

    @ArgGroup(validate = false, heading = "%nOf threads:%n")
    private ThreadsOptions threads = new ThreadsOptions();

    @ArgGroup(validate = false, heading = "%nOf codec:%n")
    private CodecOptions codec = new CodecOptions();

    @ArgGroup(validate = false, heading = "%nOf topics:%n")
    private TopicsOptions topics = new TopicsOptions();

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
        sweep,
        overload,
        rc1m,
        slow_partner,
        failing_endpoint,
        peers,
        clients,
        partner_down,
        hedge,
        soak,
        threads,
        codec,
        topics;

        /** The name as users type it. */
        @Override
        public String toString() {
            return name().replace('_', '-');
        }

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
                    + " is not a closed loop, the only load that JMeter can generate: --load jmeter and --jmeter are"
                    + " for fig4 and table2");
        }
        checkOptions();
        Experiment experiment = experiments.apply(name, this::load);
        Path folder = Files.createDirectories(out == null ? Path.of("medley-" + name) : out);
        Report report =
                experiment.run(new Setup(quick, folder, Progress.onStandardError(), commandLine(), common.rounds(0)));
        PrintStream terminal = System.out;
        TerminalReport.print(report, terminal);
        terminal.println("Report: " + report.writeTo(folder));
        return report.verdicts().stream().allMatch(Verdict::held) ? 0 : 1;
    }

    private Experiment experiment(Name chosen, Supplier<Load> closedLoop) {
        return switch (chosen) {
            case fig4 -> new Figure4(closedLoop.get());
            case table2 -> new Table2(closedLoop.get());
            case fig5 -> figure5.experiment();
            case modes -> new Modes();
            case sweep -> sweep();
            case overload -> new Overload();
            case rc1m -> new OutstandingExchanges();
            case slow_partner -> new SlowPartner();
            case failing_endpoint -> new FailingEndpoint();
            case peers -> new Peers(peers.plan(quick, common, Runtime.version().feature()));
            case clients -> new Clients(clients.plan(quick, common));
            case partner_down -> new PartnerDown();
            case hedge -> new Hedge();
            case soak -> new Soak(soak.plan(quick));
            case threads ->
                new Threads(threads.plan(quick, common, Runtime.version().feature()));
            case codec -> new Codec(codec.plan(quick, common));
            case topics -> new Topics(topics.plan(quick));
        };
    }

    Sweep sweep() {
        return new Sweep(only);
    }

    /** Refuses wrong options before anything is done. */
    private void checkOptions() {
        boolean inRounds = Set.of(Name.sweep, Name.peers, Name.clients, Name.slow_partner, Name.threads, Name.codec)
                .contains(name);
        refuse(!inRounds && common.hasRounds(), " --rounds", "sweep, peers, clients, threads, codec and slow-partner");
        refuse(name != Name.peers && name != Name.clients && common.hasProtocol(), " --protocol", "peers and clients");
        refuse(name != Name.sweep && !only.isEmpty(), " --only", "sweep");
        refuse(name != Name.fig5 && !figure5.given().isEmpty(), figure5.given(), "fig5");
        refuse(name != Name.peers && !peers.given().isEmpty(), peers.given(), "peers");
        refuse(name != Name.clients && !clients.given().isEmpty(), clients.given(), "clients");
        refuse(name != Name.soak && !soak.given().isEmpty(), soak.given(), "soak");
        refuse(name != Name.threads && !threads.given().isEmpty(), threads.given(), "threads");
        refuse(name != Name.codec && !codec.given().isEmpty(), codec.given(), "codec");
        refuse(name != Name.topics && !topics.given().isEmpty(), topics.given(), "topics");
        try {
            common.rounds(1);
            if (name == Name.peers) {
                peers.plan(quick, common, Runtime.version().feature());
            } else if (name == Name.clients) {
                clients.plan(quick, common);
            } else if (name == Name.soak) {
                soak.plan(quick);
            } else if (name == Name.threads) {
                threads.plan(quick, common, Runtime.version().feature());
            } else if (name == Name.codec) {
                codec.plan(quick, common);
            }
        } catch (IllegalArgumentException x) {
            throw wrong(String.valueOf(x.getMessage()));
        }
    }

    private void refuse(boolean refused, String given, String others) {
        if (refused) {
            throw wrong("%s does not have%s: that is for %s".formatted(name, given, others));
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
                + common.given()
                + (only.isEmpty()
                        ? ""
                        : " --only " + only.stream().map(Enum::name).collect(Collectors.joining(",")))
                + figure5.given()
                + peers.given()
                + clients.given()
                + soak.given()
                + threads.given()
                + codec.given()
                + topics.given();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
