package dev.medley.server.internal.cli;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.cli.option.SetOptions;
import dev.medley.server.internal.declaration.ServerConfiguration;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code medley types}. */
@Command(
        name = "types",
        description =
                "Writes TypeScript declarations of what scripts find, with the names of the partners of a configuration:"
                        + " editors complete and check scripts by them, and so does 'tsc --allowJs --checkJs'.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The first lines of the file say how a script has them. In a project, a jsconfig.json tells editors of it:"
                    + " 'medley new --javascript' makes one.",
            "Exit code: 0 if it is written, 1 if the configuration is invalid, 2 for invalid options."
        })
final class TypesCommand implements Callable<Integer> {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            defaultValue = "${env:MEDLEY_CONFIG}",
            description = "Configuration file (default: $MEDLEY_CONFIG).")
    private @Nullable Path config;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = TypeDeclarations.FILE,
            description = "File to write, in place of one that is there (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("");

    @Mixin
    private SetOptions overrides = new SetOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        if (config == null) {
            throw new ConfigurationException(List.of("no configuration file: expected --config FILE or MEDLEY_CONFIG"));
        }
        Configuration configuration = ServerConfiguration.READER.read(config, System.getenv(), overrides.values());
        List<String> partners =
                configuration.partners().stream().map(PartnerSettings::name).toList();
        Files.writeString(out, TypeDeclarations.of(partners));
        PrintWriter printed = spec.commandLine().getOut();
        printed.printf("Wrote %s, partners: %d%n", out, partners.size());
        printed.flush();
        return ExitCode.OK;
    }
}
