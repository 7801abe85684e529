package dev.medley.config;

import dev.medley.context.RequestIds;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the server. Immutable. Each is declared once, in {@code ServerKeys}; a new one needs its declaration,
 * an accessor and, for programs, a method of the builder. Sizes are in bytes.
 *
 * @param values of the keys of {@code server}
 */
public record ServerSettings(Settings values) {

    private static final long HELD_SHARE = 4;

    /**
     * Checks that the threads are enough for the execution mode, and that the TLS settings are consistent.
     *
     * @throws IllegalArgumentException if not
     */
    public ServerSettings {
        CrossCheck.checkAlways(values, (setting, text) -> {
            throw new IllegalArgumentException("server: " + setting.path() + ": " + text);
        });
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Begins settings with these values. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.values.setAll(values);
        return builder;
    }

    /** Returns {@code port}. */
    public int port() {
        return values.get(ServerKeys.PORT);
    }

    /** Returns {@code host}. */
    public String host() {
        return values.get(ServerKeys.HOST);
    }

    /** Returns the values of {@code admin}. */
    public AdminSettings admin() {
        return new AdminSettings(values, ServerKeys.ADMIN);
    }

    /** Returns the TLS settings of administration. */
    public TlsSettings adminTls() {
        return new TlsSettings(values, ServerKeys.ADMIN.tls());
    }

    /** Returns the TLS settings of the mashups. */
    public TlsSettings tls() {
        return new TlsSettings(values, ServerKeys.TLS);
    }

    /** Returns the HTTPS settings of the mashups. */
    public HttpsSettings https() {
        return new HttpsSettings(values, ServerKeys.HTTPS);
    }

    /** Returns {@code http2.max-streams}. */
    public int http2MaxStreams() {
        return values.get(ServerKeys.MAX_STREAMS);
    }

    /** Returns {@code http2.max-control-frames}. */
    public int http2MaxControlFrames() {
        return values.get(ServerKeys.MAX_CONTROL_FRAMES);
    }

    /** Returns {@code threads}. */
    public int threads() {
        @Nullable Integer configured = values.find(ServerKeys.THREADS);
        return configured == null ? execution().defaultThreads() : configured;
    }

    /** Returns {@code loops}. */
    public int loops() {
        @Nullable Integer configured = values.find(ServerKeys.LOOPS);
        return configured == null ? execution().defaultLoops(threads()) : configured;
    }

    /** Returns {@code execution}. */
    public ExecutionMode execution() {
        return values.get(ServerKeys.EXECUTION);
    }

    /** Returns {@code stall-warning}. */
    public Duration stallWarning() {
        return values.get(ServerKeys.STALL_WARNING);
    }

    /**
     * Returns the time for a whole mashup; null if it follows from the partners' timeouts, see
     * {@code Configuration.deadline()}.
     */
    public @Nullable Duration deadline() {
        return values.find(ServerKeys.DEADLINE);
    }

    /** Returns {@code drain}. */
    public Duration drain() {
        return values.get(ServerKeys.DRAIN);
    }

    /** Returns {@code drain-delay}. */
    public Duration drainDelay() {
        return values.get(ServerKeys.DRAIN_DELAY);
    }

    /** Returns {@code reload-interval}. */
    public Duration reloadInterval() {
        return values.get(ServerKeys.RELOAD_INTERVAL);
    }

    /** Returns {@code idle-timeout}. */
    public Duration idleTimeout() {
        return values.get(ServerKeys.IDLE_TIMEOUT);
    }

    /** Returns {@code half-close} and the values of {@code clients}. */
    public ClientSettings clients() {
        return ServerKeys.CLIENTS.settings(values);
    }

    /** Returns the values of {@code proxies}. */
    public ProxySettings proxies() {
        return ServerKeys.PROXIES.settings(values);
    }

    /** Returns {@code accept-backlog}. */
    public int acceptBacklog() {
        return values.get(ServerKeys.ACCEPT_BACKLOG);
    }

    /** Returns {@code max-request-body}. */
    public long maxRequestBody() {
        return values.get(ServerKeys.MAX_REQUEST_BODY);
    }

    /** Returns {@code max-held-bytes}. */
    public long maxHeldBytes() {
        @Nullable Long configured = values.find(ServerKeys.MAX_HELD_BYTES);
        return configured == null ? Runtime.getRuntime().maxMemory() / HELD_SHARE : configured;
    }

    /** Returns {@code max-waiting}. */
    public int maxWaiting() {
        return values.get(ServerKeys.MAX_WAITING);
    }

    /** Returns {@code admission}. */
    public AdmissionSettings admission() {
        return new AdmissionSettings(values, ServerKeys.ADMISSION);
    }

    /** Returns {@code access-log}. */
    public boolean accessLog() {
        return values.get(ServerKeys.ACCESS_LOG);
    }

    /** Returns the rule by which inbound requests have ids. */
    public RequestIds requestIds() {
        return ServerKeys.REPLY_FIELDS.requestIds(values);
    }

    /** Returns {@code server-timing}. */
    public ServerTimingDetail serverTiming() {
        return values.get(ServerKeys.REPLY_FIELDS.serverTiming());
    }

    /** Returns {@code medley-manifest}. */
    public ManifestDetail medleyManifest() {
        return values.get(ServerKeys.REPLY_FIELDS.manifest());
    }

    /**
     * Returns whether the sample mashups are served: by the command {@code serve} and the product's WAR. A server that a
     * program builds has the mashups of its builder only.
     */
    public boolean samples() {
        return values.get(ServerKeys.SAMPLES);
    }

    /**
     * Collects the settings of the server. A method sets the key of its name; sizes are in bytes. A key that is not set has
     * the default that {@code docs/configuration.md} shows.
     */
    public static final class Builder {

        private final Settings.Builder values = new Settings.Builder(ServerKeys.KEYS);

        private Builder() {}

        private <T> Builder set(Setting<T> setting, T value) {
            values.set(setting, value);
            return this;
        }

        /** Sets {@code port}. */
        public Builder port(int number) {
            return set(ServerKeys.PORT, number);
        }

        /** Sets {@code host}. */
        public Builder host(String address) {
            return set(ServerKeys.HOST, address);
        }

        /** Sets {@code admin.port}. */
        public Builder adminPort(int number) {
            return set(ServerKeys.ADMIN.port(), number);
        }

        /** Sets {@code admin.host}. */
        public Builder adminHost(String address) {
            return set(ServerKeys.ADMIN.host(), address);
        }

        /** Changes the other values of {@code admin}. */
        public Builder admin(Consumer<AdminSettings.Builder> change) {
            change.accept(new AdminSettings.Builder(values));
            return this;
        }

        /** Sets {@code threads}. */
        public Builder threads(int limit) {
            return set(ServerKeys.THREADS, limit);
        }

        /** Sets {@code loops}. */
        public Builder loops(int number) {
            return set(ServerKeys.LOOPS, number);
        }

        /** Sets {@code execution}. */
        public Builder execution(ExecutionMode mode) {
            return set(ServerKeys.EXECUTION, mode);
        }

        /** Sets {@code stall-warning}. */
        public Builder stallWarning(Duration held) {
            return set(ServerKeys.STALL_WARNING, held);
        }

        /** Sets {@code deadline}. */
        public Builder deadline(Duration whole) {
            return set(ServerKeys.DEADLINE, whole);
        }

        /** Sets {@code drain}. */
        public Builder drain(Duration atStop) {
            return set(ServerKeys.DRAIN, atStop);
        }

        /** Sets {@code drain-delay}. */
        public Builder drainDelay(Duration beforeDrain) {
            return set(ServerKeys.DRAIN_DELAY, beforeDrain);
        }

        /** Sets {@code reload-interval}. */
        public Builder reloadInterval(Duration betweenLooks) {
            return set(ServerKeys.RELOAD_INTERVAL, betweenLooks);
        }

        /** Sets {@code idle-timeout}. */
        public Builder idleTimeout(Duration idle) {
            return set(ServerKeys.IDLE_TIMEOUT, idle);
        }

        /** Changes {@code half-close} and the values of {@code clients}. */
        public Builder clients(Consumer<ClientSettings.Builder> change) {
            change.accept(new ClientSettings.Builder(values));
            return this;
        }

        /** Sets the values of {@code proxies}. */
        public Builder proxies(ProxySettings proxies) {
            set(ServerKeys.PROXIES.trusted(), proxies.trusted());
            set(ServerKeys.PROXIES.field(), proxies.field());
            return set(ServerKeys.PROXIES.protocol(), proxies.protocol());
        }

        /** Sets {@code accept-backlog}. */
        public Builder acceptBacklog(int connections) {
            return set(ServerKeys.ACCEPT_BACKLOG, connections);
        }

        /** Sets {@code max-request-body}. */
        public Builder maxRequestBody(long bytes) {
            return set(ServerKeys.MAX_REQUEST_BODY, bytes);
        }

        /** Sets {@code max-held-bytes}. */
        public Builder maxHeldBytes(long bytes) {
            return set(ServerKeys.MAX_HELD_BYTES, bytes);
        }

        /** Sets {@code max-waiting}. */
        public Builder maxWaiting(int requests) {
            return set(ServerKeys.MAX_WAITING, requests);
        }

        /** Sets {@code admission}. */
        public Builder admission(Consumer<AdmissionSettings.Builder> change) {
            change.accept(new AdmissionSettings.Builder(values));
            return this;
        }

        /** Sets {@code access-log}. */
        public Builder accessLog(boolean written) {
            return set(ServerKeys.ACCESS_LOG, written);
        }

        /** Sets {@code request-id.field}. */
        public Builder requestIdField(String name) {
            return set(ServerKeys.REPLY_FIELDS.requestId(), name);
        }

        /** Sets {@code request-id.trust}. */
        public Builder trustRequestIds(boolean trusted) {
            return set(ServerKeys.REPLY_FIELDS.trust(), trusted);
        }

        /** Sets {@code server-timing}. */
        public Builder serverTiming(ServerTimingDetail detail) {
            return set(ServerKeys.REPLY_FIELDS.serverTiming(), detail);
        }

        /** Sets {@code medley-manifest}. */
        public Builder medleyManifest(ManifestDetail detail) {
            return set(ServerKeys.REPLY_FIELDS.manifest(), detail);
        }

        /** Sets {@code samples}. */
        public Builder samples(boolean served) {
            return set(ServerKeys.SAMPLES, served);
        }

        /** Sets the TLS settings of the mashups. */
        public Builder tls(Consumer<TlsSettings.Builder> change) {
            change.accept(new TlsSettings.Builder(values, ServerKeys.TLS));
            return this;
        }

        /** Sets the HTTPS settings of the mashups. */
        public Builder https(Consumer<HttpsSettings.Builder> change) {
            change.accept(new HttpsSettings.Builder(values));
            return this;
        }

        /** Sets the TLS settings of administration. */
        public Builder adminTls(Consumer<TlsSettings.Builder> change) {
            change.accept(new TlsSettings.Builder(values, ServerKeys.ADMIN.tls()));
            return this;
        }

        /** Sets {@code http2.max-streams}. */
        public Builder http2MaxStreams(int requests) {
            return set(ServerKeys.MAX_STREAMS, requests);
        }

        /** Sets {@code http2.max-control-frames}. */
        public Builder http2MaxControlFrames(int framesPerSecond) {
            return set(ServerKeys.MAX_CONTROL_FRAMES, framesPerSecond);
        }

        /**
         * Returns the settings.
         *
         * @throws IllegalArgumentException if one of them is out of bounds, naming it, its value and the bounds
         */
        public ServerSettings build() {
            return new ServerSettings(values.build("server"));
        }
    }
}
