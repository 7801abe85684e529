package dev.medley.server.internal.cli;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.cli.option.SetOptions;
import dev.medley.server.internal.cli.process.MemoryGuard;
import dev.medley.server.internal.cli.process.Shutdown;
import dev.medley.server.internal.cli.process.Signals;
import dev.medley.server.internal.cli.process.StartUpCache;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.reload.ConfigurationFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code medley serve}. */
@Command(
        name = "serve",
        description = "Serves your mashups with the partners of a configuration; the sample mashups too, if it has"
                + " server.samples: true.",
        mixinStandardHelpOptions = true,
        footer = {"", "Environment variables override values of the configuration too: MEDLEY_SERVER_PORT=9090."})
final class ServeCommand implements Callable<Integer> {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            defaultValue = "${env:MEDLEY_CONFIG}",
            description = "Configuration file (default: $MEDLEY_CONFIG).")
    private @Nullable Path config;

    @Mixin
    private MashupsOption mashups = new MashupsOption();

    @Mixin
    private SetOptions overrides = new SetOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        MemoryGuard.install();
        CompletableFuture<RunningServer> started = new CompletableFuture<>();
        // First: without a handler the signal would end a server that is starting. It is reloaded once it has.
        Signals.on("HUP", () -> reload(started));
        ConfigurationFile file = file();
        Configuration configuration = file.read();
        ServedFolder served = mashups.served();
        RunningServer server = new ServerBuilder()
                .mashups(served)
                .configuration(configuration, file)
                .process()
                .start();
        PrintWriter out = spec.commandLine().getOut();
        served.summary().forEach(out::println);
        out.printf("Medley answers at %s, administration at %s%n", server.uri(), server.adminUri());
        if (!server.operatorUri().equals(server.adminUri())) {
            out.printf("Actions and manifests of administration are at %s%n", server.operatorUri());
        }
        out.flush();
        started.complete(server);
        StartUpCache.makeInBackground();
        Shutdown.await(server);
        return 0;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The server logs the result.
    private static void reload(CompletableFuture<RunningServer> started) {
        started.thenAccept(server -> server.reload("SIGHUP"));
    }

    private ConfigurationFile file() {
        if (config == null) {
            throw new ConfigurationException(List.of("no configuration file: expected --config FILE or MEDLEY_CONFIG"));
        }
        return new ConfigurationFile(config, System.getenv(), overrides.values());
    }
}
