package dev.medley.config;

import dev.medley.context.RequestIds;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.topic.SessionSettings;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The settings of the server. Immutable. Sizes are in bytes. */
public final class ServerSettings extends SettingsView {

    private static final SettingsType<ServerSettings> TYPE = new SettingsType<>(
            "server", ServerKeys.KEYS, ServerSettings::new, CrossCheck::checkAlways, CrossCheck::checkPorts);

    private static final long HELD_SHARE = 4;

    private final Settings values;

    private ServerSettings(Settings values) {
        super(ServerKeys.KEYS, values);
        this.values = values;
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
        return new AdminSettings(values);
    }

    /** Returns the TLS settings of administration. */
    public TlsSettings adminTls() {
        return new TlsSettings(values, TlsSettings.OF_ADMINISTRATION);
    }

    /** Returns the TLS settings of the mashups. */
    public TlsSettings tls() {
        return new TlsSettings(values, TlsSettings.OF_MASHUPS);
    }

    /** Returns the HTTPS settings of the mashups. */
    public HttpsSettings https() {
        return new HttpsSettings(values);
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
        return new ClientSettings(values);
    }

    /** Returns the values of {@code proxies}. */
    public ProxySettings proxies() {
        return new ProxySettings(values);
    }

    /** Returns the values of {@code sessions}. */
    public SessionSettings sessions() {
        return SettingsType.of(SessionSettings.builder()).viewOf(values);
    }

    /** Returns {@code reply-headers} and the values of {@code cors}, {@code compression} and {@code addresses}. */
    public EdgeSettings edge() {
        return new EdgeSettings(values);
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
        return new AdmissionSettings(values);
    }

    /** Returns {@code compute}. */
    public ComputeSettings compute() {
        return new ComputeSettings(values);
    }

    /** Returns {@code scripts}. */
    public ScriptSettings scripts() {
        return new ScriptSettings(values);
    }

    /** Returns {@code access-log}. */
    public boolean accessLog() {
        return values.get(ServerKeys.ACCESS_LOG);
    }

    /** Returns {@code log}. */
    public LogSettings log() {
        return new LogSettings(values);
    }

    /** Returns {@code traces}. */
    public TracesSettings traces() {
        return new TracesSettings(values);
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
    public static final class Builder extends SettingsBuilder<Builder, ServerSettings> {

        private final Settings.Builder values;

        private Builder() {
            this(new Settings.Builder(ServerKeys.KEYS));
        }

        private Builder(Settings.Builder values) {
            super(TYPE, values);
            this.values = values;
        }

        /** Sets {@code port}. */
        public Builder port(int number) {
            return put(ServerKeys.PORT, number);
        }

        /** Sets {@code host}. */
        public Builder host(String address) {
            return put(ServerKeys.HOST, address);
        }

        /** Changes {@code admin}; for its TLS see {@link #adminTls}. */
        public Builder admin(Consumer<AdminSettings.Builder> change) {
            return change(AdminSettings.builder(), change);
        }

        /** Sets {@code threads}. */
        public Builder threads(int limit) {
            return put(ServerKeys.THREADS, limit);
        }

        /** Sets {@code loops}. */
        public Builder loops(int number) {
            return put(ServerKeys.LOOPS, number);
        }

        /** Sets {@code execution}. */
        public Builder execution(ExecutionMode mode) {
            return put(ServerKeys.EXECUTION, mode);
        }

        /** Sets {@code stall-warning}. */
        public Builder stallWarning(Duration held) {
            return put(ServerKeys.STALL_WARNING, held);
        }

        /** Sets {@code deadline}. */
        public Builder deadline(Duration whole) {
            return put(ServerKeys.DEADLINE, whole);
        }

        /** Sets {@code drain}. */
        public Builder drain(Duration atStop) {
            return put(ServerKeys.DRAIN, atStop);
        }

        /** Sets {@code drain-delay}. */
        public Builder drainDelay(Duration beforeDrain) {
            return put(ServerKeys.DRAIN_DELAY, beforeDrain);
        }

        /** Sets {@code reload-interval}. */
        public Builder reloadInterval(Duration betweenLooks) {
            return put(ServerKeys.RELOAD_INTERVAL, betweenLooks);
        }

        /** Sets {@code idle-timeout}. */
        public Builder idleTimeout(Duration idle) {
            return put(ServerKeys.IDLE_TIMEOUT, idle);
        }

        /** Changes {@code half-close} and the values of {@code clients}. */
        public Builder clients(Consumer<ClientSettings.Builder> change) {
            return change(ClientSettings.builder(), change);
        }

        /** Changes {@code proxies}. */
        public Builder proxies(Consumer<ProxySettings.Builder> change) {
            return change(ProxySettings.builder(), change);
        }

        /** Changes the values of {@code sessions}. */
        public Builder sessions(Consumer<SessionSettings.Builder> change) {
            return change(SessionSettings.builder(), change);
        }

        /** Changes {@code reply-headers} and the values of {@code cors}, {@code compression} and {@code addresses}. */
        public Builder edge(Consumer<EdgeSettings.Builder> change) {
            return change(EdgeSettings.builder(), change);
        }

        /** Sets {@code accept-backlog}. */
        public Builder acceptBacklog(int connections) {
            return put(ServerKeys.ACCEPT_BACKLOG, connections);
        }

        /** Sets {@code max-request-body}. */
        public Builder maxRequestBody(long bytes) {
            return put(ServerKeys.MAX_REQUEST_BODY, bytes);
        }

        /** Sets {@code max-held-bytes}. */
        public Builder maxHeldBytes(long bytes) {
            return put(ServerKeys.MAX_HELD_BYTES, bytes);
        }

        /** Sets {@code max-waiting}. */
        public Builder maxWaiting(int requests) {
            return put(ServerKeys.MAX_WAITING, requests);
        }

        /** Sets {@code compute}. */
        public Builder compute(Consumer<ComputeSettings.Builder> change) {
            return change(ComputeSettings.builder(), change);
        }

        /** Sets {@code scripts}. */
        public Builder scripts(Consumer<ScriptSettings.Builder> change) {
            return change(ScriptSettings.builder(), change);
        }

        /** Sets {@code admission}. */
        public Builder admission(Consumer<AdmissionSettings.Builder> change) {
            return change(AdmissionSettings.builder(), change);
        }

        /** Sets {@code access-log}. */
        public Builder accessLog(boolean written) {
            return put(ServerKeys.ACCESS_LOG, written);
        }

        /** Sets {@code log}. */
        public Builder log(Consumer<LogSettings.Builder> change) {
            return change(LogSettings.builder(), change);
        }

        /** Sets {@code traces}. */
        public Builder traces(Consumer<TracesSettings.Builder> change) {
            return change(TracesSettings.builder(), change);
        }

        /** Sets {@code request-id.field}. */
        public Builder requestIdField(String name) {
            return put(ServerKeys.REPLY_FIELDS.requestId(), name);
        }

        /** Sets {@code request-id.trust}. */
        public Builder trustRequestIds(boolean trusted) {
            return put(ServerKeys.REPLY_FIELDS.trust(), trusted);
        }

        /** Sets {@code server-timing}. */
        public Builder serverTiming(ServerTimingDetail detail) {
            return put(ServerKeys.REPLY_FIELDS.serverTiming(), detail);
        }

        /** Sets {@code medley-manifest}. */
        public Builder medleyManifest(ManifestDetail detail) {
            return put(ServerKeys.REPLY_FIELDS.manifest(), detail);
        }

        /** Sets {@code samples}. */
        public Builder samples(boolean served) {
            return put(ServerKeys.SAMPLES, served);
        }

        /** Sets the TLS settings of the mashups. */
        public Builder tls(Consumer<TlsSettings.Builder> change) {
            return change(new TlsSettings.Builder(TlsSettings.OF_MASHUPS), change);
        }

        /** Sets the HTTPS settings of the mashups. */
        public Builder https(Consumer<HttpsSettings.Builder> change) {
            return change(HttpsSettings.builder(), change);
        }

        /** Sets the TLS settings of administration. */
        public Builder adminTls(Consumer<TlsSettings.Builder> change) {
            return change(new TlsSettings.Builder(TlsSettings.OF_ADMINISTRATION), change);
        }

        /** Sets {@code http2.max-streams}. */
        public Builder http2MaxStreams(int requests) {
            return put(ServerKeys.MAX_STREAMS, requests);
        }

        /** Sets {@code http2.max-control-frames}. */
        public Builder http2MaxControlFrames(int framesPerSecond) {
            return put(ServerKeys.MAX_CONTROL_FRAMES, framesPerSecond);
        }
    }
}
