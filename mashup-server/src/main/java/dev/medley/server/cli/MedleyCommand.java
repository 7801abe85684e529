package dev.medley.server.cli;

import dev.medley.config.ConfigurationException;
import dev.medley.loadtest.driver.LoadCommand;
import dev.medley.loadtest.experiment.ExperimentCommand;
import dev.medley.loadtest.jmeter.JMeterException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code medley} and its subcommands. */
@Command(
        name = "medley",
        description =
                "Server-side mashup broker: calls several services at once for each request and merges their responses.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            StubsCommand.class,
            NewCommand.class,
            DoctorCommand.class,
            PlanCommand.class,
            TrainCommand.class,
            ExperimentCommand.class,
            LoadCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = MedleyCommand.Version.class,
        footer = {"", "Run 'medley COMMAND --help' for details. To start: medley demo"})
public final class MedleyCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Creates the command; called by picocli too. */
    public MedleyCommand() {}

    /**
     * Runs the command of {@code args}.
     *
     * @return its exit code: 0 on success, 1 on failure, 2 for invalid {@code args}
     */
    public static int run(String... args) {
        return new CommandLine(new MedleyCommand())
                .setExecutionExceptionHandler(new ErrorPrinter())
                .setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Prints an error of the user in one line, and any other with its stack trace. */
    private static final class ErrorPrinter implements IExecutionExceptionHandler {

        @Override
        public int handleExecutionException(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
            PrintWriter err = command.getErr();
            if (failure instanceof ConfigurationException x) {
                x.problems().forEach(problem -> err.println("medley: " + problem));
            } else if (failure instanceof IOException
                    || failure instanceof UncheckedIOException
                    || failure instanceof IllegalArgumentException
                    || failure instanceof JMeterException) {
                err.println("medley: " + ErrorMessage.of(failure));
            } else {
                failure.printStackTrace(err);
            }
            err.flush();
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    /** The version, from the JAR's manifest. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = MedleyCommand.class.getPackage().getImplementationVersion();
            return new String[] {
                "Medley " + (version == null ? "(not from a JAR)" : version),
                "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
            };
        }
    }
}
