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
        footer = {"", "A value of the configuration can also be set by the environment: MEDLEY_SERVER_PORT=9090."})
final class ServeCommand implements Callable<Integer> {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            defaultValue = "${env:MEDLEY_CONFIG}",
            description = "The configuration (default: that of MEDLEY_CONFIG).")
    private @Nullable Path config;

    @Option(
            names = "--mashups",
            paramLabel = "DIR",
            defaultValue = "${env:MEDLEY_MASHUPS}",
            description = "A folder of JARs with mashups of your own (default: that of MEDLEY_MASHUPS).")
    private @Nullable Path mashups;

    @Mixin
    private Overrides overrides = new Overrides();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        Configuration configuration = configuration();
        MashupFolder folder = mashups == null ? MashupFolder.none() : MashupFolder.open(mashups, Samples.classes());
        MedleyServer server;
        try {
            server = Samples.with(folder).start(configuration);
        } catch (Exception x) {
            folder.close();
            throw x;
        }
        spec.commandLine()
                .getOut()
                .printf("Medley answers at %s, administration at %s%n", server.uri(), server.adminUri());
        spec.commandLine().getOut().flush();
        Stop.runUntilTold(server, folder);
        return 0;
    }

    private Configuration configuration() {
        if (config == null) {
            throw new ConfigurationException(
                    List.of("there is no configuration: name one with --config FILE or MEDLEY_CONFIG"));
        }
        return ConfigurationReader.read(config, System.getenv(), overrides.values());
    }
}
