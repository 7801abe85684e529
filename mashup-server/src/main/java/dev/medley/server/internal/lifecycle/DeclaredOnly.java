package dev.medley.server.internal.lifecycle;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.mashups.FixedMashups;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.mashups.OpenMashups;

/** The declared mashups of a configuration, others at each reload. */
final class DeclaredOnly implements MashupSource {

    @Override
    public OpenMashups open(Configuration configuration) {
        return new FixedMashups().open(configuration);
    }

    @Override
    public String look() {
        return "";
    }
}
