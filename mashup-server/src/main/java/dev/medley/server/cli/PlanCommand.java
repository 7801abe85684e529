package dev.medley.server.cli;

import dev.medley.server.capacity.Given;
import dev.medley.server.capacity.Instance;
import dev.medley.server.capacity.Plan;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code medley plan}. */
@Command(
        name = "plan",
        description = "Tells what it takes to answer so many requests a second: threads, connections, heap, instances.",
        mixinStandardHelpOptions = true,
        footer = {"", "docs/capacity.md explains every line."})
final class PlanCommand implements Callable<Integer> {

    private static final int MOST_EXCHANGES = 1000;
    private static final int MOST_FILES = Integer.MAX_VALUE;

    @Option(names = "--rate", paramLabel = "R", required = true, description = "Inbound requests a second.")
    private String rate = "";

    @Option(
            names = "--fan-out",
            paramLabel = "C",
            required = true,
            description = "Exchanges with partners that each of them needs.")
    private String fanOut = "";

    @Option(
            names = "--latency",
            paramLabel = "TIME[,TIME...]",
            required = true,
            description = "How long the partners take, as in 500ms,1s. The longest counts.")
    private String latency = "";

    @Option(
            names = "--demand",
            paramLabel = "D",
            description = "Thread time of a request without its exchanges (default: as measured once, see the answer).")
    private @Nullable String demand;

    @Option(
            names = "--files",
            paramLabel = "NUMBER",
            defaultValue = "20000",
            description = "Files that an instance may have open (default: ${DEFAULT-VALUE}).")
    private String files = "";

    @Option(
            names = "--cores",
            paramLabel = "NUMBER",
            defaultValue = "2",
            description = "Cores that an instance has (default: ${DEFAULT-VALUE}).")
    private String cores = "";

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            description = "Heap that an instance may have (default: ${DEFAULT-VALUE}).")
    private String heap = "";

    @Option(
            names = "--headroom",
            paramLabel = "SHARE",
            defaultValue = "0.3",
            description = "The share of an instance to be kept free (default: ${DEFAULT-VALUE}).")
    private String headroom = "";

    @Option(
            names = "--execution",
            paramLabel = "MODE",
            defaultValue = "async",
            description = "What runs a request while it waits: async, blocking, virtual (default: ${DEFAULT-VALUE}).")
    private String execution = "";

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Plan plan;
        try {
            plan = plan();
        } catch (IllegalArgumentException x) {
            spec.commandLine().getErr().println("medley: " + x.getMessage());
            return ExitCode.USAGE;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? plan.toJson() : plan.toText());
        out.flush();
        return ExitCode.OK;
    }

    private Plan plan() {
        Instance instance = new Instance(
                new Given("--files", files).count(MOST_FILES),
                new Given("--cores", cores).positive(),
                new Given("--heap", heap).bytes(),
                new Given("--headroom", headroom).share());
        return new Plan(
                new Given("--rate", rate).positive(),
                new Given("--fan-out", fanOut).count(MOST_EXCHANGES),
                new Given("--latency", latency).durations(),
                demand == null ? Plan.MEASURED_DEMAND : new Given("--demand", demand).duration(),
                instance,
                new Given("--execution", execution).mode());
    }
}
