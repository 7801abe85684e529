package dev.medley.server.internal.cli;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.capacity.Diagnosis;
import dev.medley.server.internal.capacity.Doctor;
import dev.medley.server.internal.capacity.LinuxMachine;
import dev.medley.server.internal.capacity.MashupShape;
import dev.medley.server.internal.capacity.Workload;
import dev.medley.server.internal.cli.option.OptionValue;
import dev.medley.server.internal.cli.option.SetOptions;
import dev.medley.server.internal.cli.option.ShapeOptions;
import dev.medley.server.internal.declaration.ServerConfiguration;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code medley doctor}. */
@Command(
        name = "doctor",
        description = "Checks whether this machine and configuration can carry a load, and whether certificates expire"
                + " within 30 days. Lists fixes. Assumes the load of a declared mashup in the configuration,"
                + " or else of a mashup with 3 parallel exchanges.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit code: 0 if it fits, 1 if a check is too low or the configuration is invalid, 2 for invalid options. docs/capacity.md explains every line."
        })
final class DoctorCommand implements Callable<Integer> {

    private static final int MAX_USERS = 100_000_000;
    private static final int USUAL_EXCHANGES = 3;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            defaultValue = "${env:MEDLEY_CONFIG}",
            description = "Configuration file (default: $MEDLEY_CONFIG, or else a configuration without partners).")
    private @Nullable Path config;

    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Concurrent inbound requests (default: ${DEFAULT-VALUE}).")
    private String users = "";

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "Sessions on topics beside the requests, each on a connection of its own.")
    private @Nullable String sessions;

    @Mixin
    private ShapeOptions shape = new ShapeOptions();

    @Option(
            names = "--partner-latency",
            paramLabel = "TIME",
            defaultValue = "500ms",
            description = "Latency of the slowest partner, as in 800ms or 2s (default: ${DEFAULT-VALUE}).")
    private String latency = "";

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Mixin
    private SetOptions overrides = new SetOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Configuration configuration = configuration();
        Workload workload;
        long others;
        try {
            others = sessions == null ? 0 : new OptionValue("--sessions", sessions).count(MAX_USERS);
            workload = Workload.of(
                    new OptionValue("--users", users).count(MAX_USERS),
                    shape.of(configuration).orElseGet(() -> MashupShape.parallel(USUAL_EXCHANGES)),
                    new OptionValue("--partner-latency", latency).duration());
        } catch (IllegalArgumentException x) {
            spec.commandLine().getErr().println("medley: " + x.getMessage());
            return ExitCode.USAGE;
        }
        Diagnosis diagnosis = new Doctor(new LinuxMachine()::read, configuration, others).diagnose(workload);
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? diagnosis.toJson() : diagnosis.toText());
        out.flush();
        return diagnosis.fits() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private Configuration configuration() {
        return config == null
                ? ServerConfiguration.READER.defaults(System.getenv(), overrides.values())
                : ServerConfiguration.READER.read(config, System.getenv(), overrides.values());
    }
}
