package dev.medley.server.cli;

import dev.medley.config.Configuration;
import dev.medley.config.ConfigurationReader;
import dev.medley.server.capacity.Diagnosis;
import dev.medley.server.capacity.Doctor;
import dev.medley.server.capacity.Given;
import dev.medley.server.capacity.Load;
import dev.medley.server.capacity.MachineFacts;
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
        description = "Tells whether this machine and configuration carry a load, and what mends it if they do not.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit code: 0 if it fits, 1 if something is too low. docs/capacity.md explains every line."})
final class DoctorCommand implements Callable<Integer> {

    private static final int MOST_USERS = 100_000_000;
    private static final int MOST_EXCHANGES = 1000;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            defaultValue = "${env:MEDLEY_CONFIG}",
            description = "The configuration (default: that of MEDLEY_CONFIG, or else one without partners).")
    private @Nullable Path config;

    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Inbound requests at a time (default: ${DEFAULT-VALUE}).")
    private String users = "";

    @Option(
            names = "--fan-out",
            paramLabel = "C",
            defaultValue = "3",
            description = "Exchanges with partners that each of them needs (default: ${DEFAULT-VALUE}).")
    private String fanOut = "";

    @Option(
            names = "--partner-latency",
            paramLabel = "TIME",
            defaultValue = "500ms",
            description = "How long the slowest partner takes (default: ${DEFAULT-VALUE}).")
    private String latency = "";

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Mixin
    private Overrides overrides = new Overrides();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Load load;
        try {
            load = Load.of(
                    new Given("--users", users).count(MOST_USERS),
                    new Given("--fan-out", fanOut).count(MOST_EXCHANGES),
                    new Given("--partner-latency", latency).duration());
        } catch (IllegalArgumentException x) {
            spec.commandLine().getErr().println("medley: " + x.getMessage());
            return ExitCode.USAGE;
        }
        Diagnosis diagnosis = new Doctor(MachineFacts.ofThisMachine(), configuration()).diagnose(load);
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? diagnosis.toJson() : diagnosis.toText());
        out.flush();
        return diagnosis.fits() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private Configuration configuration() {
        return config == null
                ? ConfigurationReader.defaults(System.getenv(), overrides.values())
                : ConfigurationReader.read(config, System.getenv(), overrides.values());
    }
}
