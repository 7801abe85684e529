package dev.medley.war;

import java.nio.file.Path;
import java.util.Map;

/** A servlet container that runs one application, under the path {@value #APPLICATION}. */
interface Container extends AutoCloseable {

    /** The path of the application. */
    String APPLICATION = "/app";

    /** The containers that the WAR is meant for. */
    enum Kind {
        JETTY,
        TOMCAT;

        /**
         * Starts a container with the unpacked {@code war}.
         *
         * @param parameters the context parameters
         * @throws Exception if the application does not start, with the reason in it or in one of its causes
         */
        Container start(WarFolder war, Path scratch, Map<String, String> parameters) throws Exception {
            return switch (this) {
                case JETTY -> JettyContainer.start(war, parameters);
                case TOMCAT -> TomcatContainer.start(war, scratch, parameters);
            };
        }
    }

    int port();

    /** Stops the application; the container runs on. */
    void undeploy();

    /** Starts the application again, with a class loader of its own. */
    void deploy() throws Exception;

    /** Returns the class loader of the application, which runs. */
    ClassLoader classLoader();

    @Override
    void close();
}
