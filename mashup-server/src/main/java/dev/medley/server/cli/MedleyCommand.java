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

/** The command {@code medley}, whose parts are the commands below it. */
@Command(
        name = "medley",
        description = "Answers each request by asking several services at once and merging what they say.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            StubsCommand.class,
            DoctorCommand.class,
            PlanCommand.class,
            ExperimentCommand.class,
            LoadCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = MedleyCommand.Version.class,
        footer = {"", "'medley COMMAND --help' tells more. To begin with: medley demo"})
public final class MedleyCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** For picocli. */
    public MedleyCommand() {}

    /**
     * Runs the command that {@code args} say.
     *
     * @return its exit code: 0 when it went well, 1 when it failed, 2 when {@code args} are wrong
     */
    public static int run(String... args) {
        return new CommandLine(new MedleyCommand())
                .setExecutionExceptionHandler(new OneLine())
                .setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Tells what whoever started the command can mend in a line each, and anything else whole. */
    private static final class OneLine implements IExecutionExceptionHandler {

        @Override
        public int handleExecutionException(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
            PrintWriter err = command.getErr();
            if (failure instanceof ConfigurationException x) {
                x.problems().forEach(problem -> err.println("medley: " + problem));
            } else if (failure instanceof IOException
                    || failure instanceof UncheckedIOException
                    || failure instanceof IllegalArgumentException
                    || failure instanceof JMeterException) {
                err.println("medley: " + FailureText.of(failure));
            } else {
                failure.printStackTrace(err);
            }
            err.flush();
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    /** The version in the JAR's manifest. */
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
