package dev.medley.test;

import dev.medley.partner.PartnerSettings;
import dev.medley.server.MedleyServer;
import dev.medley.stubs.PartnerStubs;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;

/** The choices of a {@link MedleyExtension}. */
record Plan(List<PartnerPlan> partners, List<Consumer<MedleyServer.Builder>> server) {

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
