package dev.medley.server;

import dev.medley.config.ConfigurationException;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;

/** The context of the mashups, at the root. Problems of the configuration are those of the start, and not logged before. */
final class MashupContext extends ServletContextHandler {

    MashupContext() {
        super("/");
    }

    @Override
    public ServletContextApi newServletContextApi() {
        return new Api();
    }

    /** The servlet context, by which Jetty logs why a servlet does not start. */
    private final class Api extends ServletContextApi {

        @Override
        public void log(String message, Throwable failure) {
            if (!(failure instanceof ConfigurationException)) {
                super.log(message, failure);
            }
        }
    }
}
