package dev.medley.server.internal.cli;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.cli.option.SetOptions;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.trial.report.RunReport;
import dev.medley.server.internal.trial.report.Terminal;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The configuration file of a run, and the options beside it, for the commands that run a mashup. */
final class RunOptions {

    @Parameters(index = "0", paramLabel = "FILE", description = "Configuration file.")
    private Path file = Path.of("medley.yaml");

    @Mixin
    private MashupsOption mashups = new MashupsOption();

    @Mixin
    private SetOptions overrides = new SetOptions();

    Configuration configuration() {
        return ServerConfiguration.READER.read(file, System.getenv(), overrides.values());
    }

    MashupSource mashups() {
        return mashups.served();
    }

    /** Returns a report to the output of a command. */
    static RunReport report(CommandSpec spec) {
        CommandLine line = spec.commandLine();
        Terminal terminal = Terminal.ofOutput(
                spec.usageMessage().width(), line.getColorScheme().ansi().enabled());
        return new RunReport(line.getOut(), terminal);
    }

    /** Returns the value of {@code call}, which throws an {@link IllegalArgumentException} if an argument is wrong. */
    static <T> T checked(CommandSpec spec, Callable<T> call) throws Exception {
        try {
            return call.call();
        } catch (IllegalArgumentException x) {
            throw new ParameterException(spec.commandLine(), String.valueOf(x.getMessage()), x);
        }
    }
}
