package dev.medley.server.internal.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --mashups}. */
final class MashupsOption {

    @Option(
            names = "--mashups",
            paramLabel = "DIR",
            defaultValue = "${env:MEDLEY_MASHUPS}",
            description = "Folder of JARs with your own mashups (default: $MEDLEY_MASHUPS).")
    private @Nullable Path folder;

    ServedFolder served() {
        return new ServedFolder(folder);
    }
}
