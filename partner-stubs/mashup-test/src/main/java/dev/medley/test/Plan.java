package dev.medley.test;

import dev.medley.partner.PartnerSettings;
import dev.medley.server.MedleyServer;
import dev.medley.stubs.PartnerStubs;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The choices of a {@link MedleyExtension}.
 *
 * @param file with the configuration of the server and its partners; null for those of {@code partners} and {@code server}
 * @param partners without a file
 * @param server changes to it
 */
record Plan(@Nullable Path file, List<PartnerPlan> partners, List<Consumer<MedleyServer.Builder>> server) {

    /** A partner, and the changes to its settings and stubs. */
    record PartnerPlan(String name, Consumer<PartnerSettings.Builder> settings, Consumer<PartnerStubs.Builder> stubs) {

        PartnerStubs startStubs() {
            PartnerStubs.Builder builder = PartnerStubs.builder();
            stubs.accept(builder);
            return builder.start();
        }

        PartnerSettings settingsAt(URI uri) {
            PartnerSettings.Builder builder = PartnerSettings.of(name, uri.toString());
            settings.accept(builder);
            return builder.build();
        }
    }
}
