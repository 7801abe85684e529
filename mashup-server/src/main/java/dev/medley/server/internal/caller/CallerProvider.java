package dev.medley.server.internal.caller;

import dev.medley.config.internal.Configuration;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.servlet.internal.access.AccessControl;
import dev.medley.servlet.internal.access.AccessProvider;
import org.jspecify.annotations.Nullable;

/** Checks callers, in a server and in a web application with its JAR. */
public final class CallerProvider implements AccessProvider {

    /** For the service loader. */
    public CallerProvider() {}

    @Override
    public AccessControl create(Configuration configuration, DefaultBroker broker, @Nullable AccessControl before) {
        return new CallerControl(
                configuration.callers(), broker, before instanceof CallerControl control ? control : null);
    }
}
