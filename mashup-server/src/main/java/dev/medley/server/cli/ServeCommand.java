package dev.medley.server.cli;

import dev.medley.config.Configuration;
import dev.medley.config.ConfigurationException;
import dev.medley.config.ConfigurationReader;
import dev.medley.server.MedleyServer;
import dev.medley.server.mashups.MashupFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code medley serve}. */
@Command(
        name = "serve",
        description = "Serves the sample mashups and your own, with the partners of a configuration.",
        mixinStandardHelpOptions = true,
        footer = {"", "Environment variables override values of the configuration too: MEDLEY_SERVER_PORT=9090."})
final class ServeCommand implements Callable<Integer> {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            defaultValue = "${env:MEDLEY_CONFIG}",
            description = "Configuration file (default: $MEDLEY_CONFIG).")
    private @Nullable Path config;

    @Option(
            names = "--mashups",
            paramLabel = "DIR",
            defaultValue = "${env:MEDLEY_MASHUPS}",
            description = "Folder of JARs with your own mashups (default: $MEDLEY_MASHUPS).")
    private @Nullable Path mashups;

    @Mixin
    private SetOptions overrides = new SetOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        Configuration configuration = configuration();
        MashupFolder folder =
                mashups == null ? MashupFolder.none() : MashupFolder.open(mashups, SampleMashups.classes());
        MedleyServer server;
        try {
            server = SampleMashups.with(folder).start(configuration);
        } catch (Exception x) {
            folder.close();
            throw x;
        }
        spec.commandLine()
                .getOut()
                .printf("Medley answers at %s, administration at %s%n", server.uri(), server.adminUri());
        spec.commandLine().getOut().flush();
        Shutdown.await(server, folder);
        return 0;
    }

    private Configuration configuration() {
        if (config == null) {
            throw new ConfigurationException(List.of("no configuration file: expected --config FILE or MEDLEY_CONFIG"));
        }
        return ConfigurationReader.read(config, System.getenv(), overrides.values());
    }
}
