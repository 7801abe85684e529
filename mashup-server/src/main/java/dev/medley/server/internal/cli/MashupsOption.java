package dev.medley.server.internal.cli;

import dev.medley.server.internal.cli.process.CommandEngine;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options {@code --mashups} and {@code --modules}. */
final class MashupsOption {

    @Option(
            names = "--mashups",
            paramLabel = "DIR",
            defaultValue = "${env:MEDLEY_MASHUPS}",
            description = "Folder of JARs and scripts with your own mashups (default: $MEDLEY_MASHUPS).")
    private @Nullable Path folder;

    @Option(
            names = "--modules",
            paramLabel = "DIR",
            defaultValue = "${env:MEDLEY_MODULES}",
            description = "Folder of JARs with the module mashup-js, which runs scripts (default: $MEDLEY_MODULES).")
    private @Nullable Path modules;

    ServedFolder served() {
        return new ServedFolder(folder, CommandEngine.of(modules));
    }
}
