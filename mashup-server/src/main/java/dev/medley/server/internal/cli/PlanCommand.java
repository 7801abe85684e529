package dev.medley.server.internal.cli;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.capacity.CapacityPlan;
import dev.medley.server.internal.capacity.MashupShape;
import dev.medley.server.internal.capacity.SessionPlan;
import dev.medley.server.internal.cli.option.OptionValue;
import dev.medley.server.internal.cli.option.SessionOptions;
import dev.medley.server.internal.cli.option.SetOptions;
import dev.medley.server.internal.cli.option.ShapeOptions;
import dev.medley.server.internal.declaration.ServerConfiguration;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code medley plan}. */
@Command(
        name = "plan",
        description = "Computes the threads, connections, heap and instances for a rate of requests,"
                + " or for a number of sessions on topics.",
        mixinStandardHelpOptions = true,
        footer = {"", "docs/capacity.md explains every line."})
final class PlanCommand implements Callable<Integer> {

    private static final int MAX_FILES = Integer.MAX_VALUE;

    @ArgGroup(multiplicity = "1")
    private Load load = new Load();

    /** One of them. */
    static final class Load {

        @ArgGroup(exclusive = false)
        private @Nullable Requests requests;

        @ArgGroup(exclusive = false)
        private @Nullable SessionOptions sessions;
    }

    /** What is asked for. */
    static final class Requests {

        @Option(names = "--rate", paramLabel = "R", required = true, description = "Inbound requests per second.")
        private String rate = "";

        @Option(
                names = "--latency",
                paramLabel = "TIME[,TIME...]",
                required = true,
                description = "Latencies of the partners, as in 500ms,1s. The longest counts.")
        private String latency = "";
    }

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration file with the declared mashup that is requested, in place of --fan-out.")
    private @Nullable Path config;

    @Mixin
    private ShapeOptions shape = new ShapeOptions();

    @Mixin
    private SetOptions overrides = new SetOptions();

    @Option(
            names = "--demand",
            paramLabel = "D",
            description =
                    "Thread time of a request without its exchanges, as in 1ms (default: the measured one, shown in the result).")
    private @Nullable String demand;

    @Option(
            names = "--files",
            paramLabel = "NUMBER",
            defaultValue = "20000",
            description = "Open files per instance (default: ${DEFAULT-VALUE}).")
    private String files = "";

    @Option(
            names = "--cores",
            paramLabel = "NUMBER",
            defaultValue = "2",
            description = "Cores per instance (default: ${DEFAULT-VALUE}).")
    private String cores = "";

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            description = "Heap per instance (default: ${DEFAULT-VALUE}).")
    private String heap = "";

    @Option(
            names = "--headroom",
            paramLabel = "FRACTION",
            defaultValue = "0.3",
            description = "Fraction of an instance's capacity to keep free, 0 to 0.9 (default: ${DEFAULT-VALUE}).")
    private String headroom = "";

    @Option(
            names = "--execution",
            paramLabel = "MODE",
            defaultValue = "async",
            description = "Execution mode: async, blocking or virtual (default: ${DEFAULT-VALUE}).")
    private String execution = "";

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        String plan;
        try {
            plan = load.sessions == null ? ofRequests() : ofSessions(load.sessions);
        } catch (IllegalArgumentException x) {
            spec.commandLine().getErr().println("medley: " + x.getMessage());
            return ExitCode.USAGE;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(plan);
        out.flush();
        return ExitCode.OK;
    }

    private String ofSessions(SessionOptions sessions) {
        SessionPlan plan = SessionPlan.of(sessions.load(), instance());
        return json ? plan.toJson() : plan.toText();
    }

    private String ofRequests() {
        CapacityPlan plan = plan(Objects.requireNonNull(load.requests));
        return json ? plan.toJson() : plan.toText();
    }

    private CapacityPlan.Instance instance() {
        return new CapacityPlan.Instance(
                new OptionValue("--files", files).count(MAX_FILES),
                new OptionValue("--cores", cores).positive(),
                new OptionValue("--heap", heap).bytes(),
                new OptionValue("--headroom", headroom).share());
    }

    private CapacityPlan plan(Requests requests) {
        return CapacityPlan.of(
                new OptionValue("--rate", requests.rate).positive(),
                shape(),
                new OptionValue("--latency", requests.latency).durations(),
                demand == null ? CapacityPlan.MEASURED_DEMAND : new OptionValue("--demand", demand).duration(),
                instance(),
                new OptionValue("--execution", execution).mode());
    }

    private MashupShape shape() {
        Configuration configuration = config == null
                ? ServerConfiguration.READER.defaults(Map.of(), Map.of())
                : ServerConfiguration.READER.read(config, System.getenv(), overrides.values());
        return shape.of(configuration)
                .orElseThrow(() -> new IllegalArgumentException(
                        "--fan-out is missing; expected it, or --config with a declared mashup"));
    }
}
