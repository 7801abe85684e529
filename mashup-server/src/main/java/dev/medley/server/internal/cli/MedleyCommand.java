package dev.medley.server.internal.cli;

import dev.medley.config.ConfigurationException;
import dev.medley.loadtest.driver.LoadCommand;
import dev.medley.loadtest.experiment.ExperimentCommand;
import dev.medley.loadtest.jmeter.JMeterException;
import dev.medley.server.internal.cli.process.LaunchedBuild;
import dev.medley.server.internal.cli.topic.PublishCommand;
import dev.medley.server.internal.cli.topic.SubscribeCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code medley} and its subcommands. */
@Command(
        name = "medley",
        description =
                "Server-side mashup broker: calls several services at once for each request and merges their responses.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = MedleyCommand.Version.class,
        footer = {"", "Run 'medley help COMMAND' for details. To start: medley demo"})
public final class MedleyCommand implements Runnable {

    /** In the order of the help text. */
    private static final Map<String, Supplier<Object>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("demo", DemoCommand::new);
        COMMANDS.put("serve", ServeCommand::new);
        COMMANDS.put("check", CheckCommand::new);
        COMMANDS.put("try", TryCommand::new);
        COMMANDS.put("record", RecordCommand::new);
        COMMANDS.put("replay", ReplayCommand::new);
        COMMANDS.put("publish", PublishCommand::new);
        COMMANDS.put("subscribe", SubscribeCommand::new);
        COMMANDS.put("stubs", StubsCommand::new);
        COMMANDS.put("new", NewCommand::new);
        COMMANDS.put("types", TypesCommand::new);
        COMMANDS.put("openapi", OpenApiCommand::new);
        COMMANDS.put("doctor", DoctorCommand::new);
        COMMANDS.put("plan", PlanCommand::new);
        COMMANDS.put("train", TrainCommand::new);
        COMMANDS.put("experiment", ExperimentCommand::new);
        COMMANDS.put("load", LoadCommand::new);
    }

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
        LaunchedBuild.use();
        CommandLine line = new CommandLine(new MedleyCommand());
        // picocli inspects each subcommand that it knows, which would be a quarter of the start of a server.
        String named = args.length > 0 && COMMANDS.containsKey(args[0]) ? args[0] : null;
        COMMANDS.forEach((name, command) -> {
            if (named == null || named.equals(name)) {
                line.addSubcommand(name, command.get());
            }
        });
        if (named == null) {
            line.addSubcommand(new CommandLine.HelpCommand());
        }
        return line.setParameterExceptionHandler(MedleyCommand::refuse)
                .setExecutionExceptionHandler(new ErrorPrinter())
                .setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                // An option may have the name of a file behind an @ for its value: --body @order.json.
                .setExpandAtFiles(false)
                .execute(args);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Prints what is wrong with the arguments, and where the help is: printed below, that would hide it. */
    private static int refuse(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(wrong.getMessage());
        UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println("Try '%s --help'.".formatted(command.getCommandSpec().qualifiedName()));
        err.flush();
        return ExitCode.USAGE;
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
            return ExitCode.SOFTWARE;
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
