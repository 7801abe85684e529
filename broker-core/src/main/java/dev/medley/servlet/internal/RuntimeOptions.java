package dev.medley.servlet.internal;

import dev.medley.config.AdmissionSettings;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.MashupOptions;
import dev.medley.config.internal.SettingValues;

/**
 * The options of a {@link MashupRuntime} that have defaults.
 *
 * @param admission of inbound requests
 * @param mashups options of single mashups
 * @param settings the own settings of mashups
 */
public record RuntimeOptions(AdmissionSettings admission, MashupOptions mashups, SettingValues settings) {

    /** As without configuration. */
    static RuntimeOptions defaults() {
        return new RuntimeOptions(ServerSettings.builder().build().admission(), MashupOptions.NONE, SettingValues.NONE);
    }

    static RuntimeOptions of(Configuration configuration) {
        ServerSettings server = configuration.server();
        return new RuntimeOptions(server.admission(), configuration.mashups(), configuration.settings());
    }
}
