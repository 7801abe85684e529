package dev.medley.server;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ServerSettings;
import dev.medley.exchange.Broker;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.lifecycle.BuilderOfUser;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.reload.ReloadReport;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.Filter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * A server for mashups: Jetty, the broker and the mashups on one pool of threads, and administration on a connector of
 * its own. Thread-safe.
 *
 * <pre>{@code
 * try (MedleyServer server = MedleyServer.builder()
 *         .port(0)
 *         .partner("weather", "http://127.0.0.1:9001")
 *         .mashup(new TripServlet())
 *         .start()) {
 *     ... server.uri() ...
 * }
 * }</pre>
 */
public final class MedleyServer implements AutoCloseable {

    private final RunningServer server;

    private MedleyServer(RunningServer server) {
        this.server = server;
    }

    /** Returns a new builder. */
    public static Builder builder() {
        return new Builder(new ServerBuilder());
    }

    /** Returns the port of the mashups. */
    public int port() {
        return server.port();
    }

    /** Returns the port of administration. */
    public int adminPort() {
        return server.adminPort();
    }

    /** Returns the URI of the mashups, as seen from this machine. */
    public URI uri() {
        return server.uri();
    }

    /** Returns the URI of administration, as seen from this machine. */
    public URI adminUri() {
        return server.adminUri();
    }

    /**
     * Returns the URI of the actions of administration and of {@code /manifests}, as seen from this machine: that of
     * administration, unless {@code server.admin.operator.port} is set.
     */
    public URI operatorUri() {
        return server.operatorUri();
    }

    /**
     * Returns the port of plain HTTP.
     *
     * @throws IllegalStateException if there is none
     */
    public int plainPort() {
        return server.plainPort();
    }

    /** Returns the settings of the server that are in effect. */
    public ServerSettings settings() {
        return server.settings();
    }

    /** Returns the broker that carries the exchanges out, with the partners of the current configuration. */
    public Broker broker() {
        return server.broker();
    }

    /**
     * Reads the configuration file again, soon, and changes the configuration while the server runs. A request has one
     * configuration from its arrival to its end. Connections to partners that are gone, or have other settings, are closed as they
     * become idle. Keys that need a restart keep their values. Does not block.
     *
     * @return a stage of the report: the keys that have changed and those that need a restart, or why nothing has changed
     * @throws IllegalStateException if the server was not started with a file
     */
    public CompletionStage<ReloadReport> reload() {
        return server.reload("the program");
    }

    /**
     * Stops the server. It is not ready from now on, and serves all requests for {@code server.drain-delay}. Then it refuses new
     * connections, answers requests on open ones with 503 and {@code Connection: close} (HTTP/2: GOAWAY), and waits up to
     * {@code server.drain} for the requests in flight; the rest is cut off. At last the mashups and filters are destroyed.
     *
     * <p>Blocks until the server is closed, and so does a call while another one is at it; a later one has no effect. An
     * interrupt ends the delay and the drain. A mashup must not call it.
     */
    @Override
    public void close() {
        server.close();
    }

    /** Builds a server. Not thread-safe. */
    public static final class Builder extends BuilderOfUser {

        private final ServerBuilder builder;

        private Builder(ServerBuilder builder) {
            super(builder);
            this.builder = builder;
        }

        /**
         * Takes the configuration from a file: all keys, with the partners and the declared mashups. What this builder has is added:
         * partners, mashups, filters and custom settings. Settings of the server that this builder changes differ from those of the
         * file. Environment variables do not count. {@link MedleyServer#reload} reads the file again, and so does the server after
         * each change of the file, if {@code server.reload-interval} is set; declared mashups and scripts are replaced then, unless
         * this builder has mashups or filters.
         *
         * <p>The file is read by {@link #start}.
         *
         * @throws IllegalStateException if this builder has a configuration already
         */
        public Builder configuration(Path file) {
            builder.configuration(file);
            return this;
        }

        /**
         * Takes the configuration from a text, as {@link #configuration(Path)} does; it cannot be reloaded.
         *
         * @param name of the text, for messages
         * @param yaml the text
         * @throws ConfigurationException with all problems of the text
         * @throws IllegalStateException if this builder has a configuration already
         */
        public Builder configuration(String name, String yaml) {
            builder.configuration(name, yaml);
            return this;
        }

        /** Sets the port of the mashups, 0 for any free one; the default is 8080. */
        public Builder port(int number) {
            builder.port(number);
            return this;
        }

        /**
         * Adds a partner at {@code url}, with the default settings.
         *
         * @throws IllegalArgumentException if the name or the URL is not allowed, or there is a partner of that name
         */
        public Builder partner(String name, String url) {
            builder.partner(name, url);
            return this;
        }

        /**
         * Adds a partner.
         *
         * @throws IllegalArgumentException if there is a partner of that name
         */
        public Builder partner(PartnerSettings partner) {
            builder.partner(partner);
            return this;
        }

        /**
         * Adds a mashup, at the paths of its {@code @WebServlet}.
         *
         * @throws IllegalArgumentException if it has none, or a path or its name is taken; the message names both classes
         */
        public Builder mashup(MashupServlet mashup) {
            builder.mashup(mashup);
            return this;
        }

        /**
         * Adds a filter before the mashups; requests pass filters in the order of these calls. The server initializes it at the
         * start, and destroys it at the end. It may suspend requests, and replies by its response: an exception that it throws is
         * a 500.
         *
         * @param paths the URL patterns, such as {@code /*}; none for the patterns of its {@code @WebFilter}
         * @throws IllegalArgumentException if there is neither, or a path is invalid; the message names the class
         */
        public Builder filter(Filter filter, String... paths) {
            builder.filter(filter, paths);
            return this;
        }

        /**
         * Adds the scripts of a folder: mashups in JavaScript. Each file {@code *.mjs} in the folder itself is one; files in its
         * subfolders can be imported. Their engine, the module {@code mashup-js}, has to be on the class path. The folder is read by
         * {@link #start}, and by a reload that replaces declared mashups, as {@link #configuration(Path)} says.
         *
         * @throws IllegalStateException if this builder has a folder already
         */
        public Builder scripts(Path folder) {
            builder.scripts(folder);
            return this;
        }

        /**
         * Sets a custom setting of mashups, such as {@code shop.currency}, as the text that a configuration would have; see
         * {@link MashupServlet#settings}.
         */
        public Builder setting(String key, String value) {
            builder.setting(key, value);
            return this;
        }

        /**
         * Changes any setting of the server. Without a configuration the server listens on the loopback address, administration on
         * a free port of it, and writes no access log.
         *
         * @param change called by {@link #start}, and again by each reload
         */
        public Builder settings(Consumer<ServerSettings.Builder> change) {
            builder.settings(change);
            return this;
        }

        /**
         * Starts the server.
         *
         * @throws IOException if a port is taken or a file of TLS cannot be used, with its key in the message, or the server
         *     cannot start
         * @throws IllegalArgumentException if a setting is not allowed
         * @throws ConfigurationException if the configuration is wrong or has what this builder has, or if a setting of the mashups
         *     is wrong or none reads it
         */
        public MedleyServer start() throws IOException {
            return new MedleyServer(builder.start());
        }
    }
}
