package dev.medley.servlet.internal.access;

import dev.medley.config.internal.Configuration;
import dev.medley.exchange.internal.DefaultBroker;
import java.util.Iterator;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Creates what decides on callers. Found by {@link ServiceLoader}. */
public interface AccessProvider {

    /**
     * Returns what decides on the callers of {@code configuration}. Reads files.
     *
     * @param broker whose partners have the keys of issuers
     * @param before what decided until now, whose keys may be taken over; null for none
     * @throws IllegalArgumentException if a file cannot be used, naming it
     */
    AccessControl create(Configuration configuration, DefaultBroker broker, @Nullable AccessControl before);

    /**
     * As {@link #create}, by the provider that is there; null if the configuration has no callers.
     *
     * @throws IllegalArgumentException if it has callers and there is no provider
     */
    static @Nullable AccessControl of(
            Configuration configuration, DefaultBroker broker, @Nullable AccessControl before) {
        if (!configuration.callers().isGiven()) {
            return null;
        }
        Iterator<AccessProvider> providers = ServiceLoader.load(
                        AccessProvider.class, AccessProvider.class.getClassLoader())
                .iterator();
        if (!providers.hasNext()) {
            throw new IllegalArgumentException(
                    "callers: nothing here can check them; expected the JAR mashup-server in the application");
        }
        return providers.next().create(configuration, broker, before);
    }
}
