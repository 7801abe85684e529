package dev.medley.partner;

import dev.medley.connection.Header;
import dev.medley.connection.ProtocolChoice;
import dev.medley.connection.internal.address.AddressRule;
import dev.medley.partner.internal.field.FixedFields;
import dev.medley.partner.internal.field.PartnerNames;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The settings of a partner. Immutable. Sizes are in bytes. */
public final class PartnerSettings extends PartnerSections {

    private final String name;
    private final FixedFields headers;

    private PartnerSettings(String name, Settings values, FixedFields headers) {
        super(values);
        this.name = name;
        this.headers = headers;
    }

    /**
     * Begins the settings of a partner, which need an address.
     *
     * @throws IllegalArgumentException if {@code name} is not lower-case letters, digits and hyphens
     */
    public static Builder builder(String name) {
        return new Builder(name, new LinkedHashMap<>());
    }

    /** Begins the settings of a partner whose address is {@code url}. */
    public static Builder of(String name, String url) {
        return builder(name).url(url);
    }

    /** Begins the settings of a partner that has an endpoint at each of {@code urls}, or at their addresses. */
    public static Builder of(String name, EndpointUrl... urls) {
        return builder(name).urls(urls);
    }

    /** Returns the name by which mashups call the partner. */
    public String name() {
        return name;
    }

    /** Returns {@code url}, or the first of {@code urls}. */
    public URI url() {
        return urls().get(0).url();
    }

    /** Returns {@code urls}, or {@code url} alone. */
    public List<EndpointUrl> urls() {
        return PartnerKeys.urls(SettingsType.values(this));
    }

    /** Returns {@code protocol}. */
    public ProtocolChoice protocol() {
        return get(PartnerKeys.PROTOCOL);
    }

    /** Returns {@code max-connections}. */
    public int maxConnections() {
        return get(PartnerKeys.MAX_CONNECTIONS);
    }

    /** Returns {@code timeout}. */
    public Duration timeout() {
        return get(TimeKeys.TIMEOUT);
    }

    /** Returns {@code attempt-timeout}. */
    public Duration attemptTimeout() {
        return get(TimeKeys.ATTEMPT_TIMEOUT);
    }

    /** Returns {@code connect-timeout}. */
    public Duration connectTimeout() {
        return get(TimeKeys.CONNECT_TIMEOUT);
    }

    /** Returns {@code idle-timeout}. */
    public Duration idleTimeout() {
        return get(TimeKeys.IDLE_TIMEOUT);
    }

    /** Returns {@code keep-alive}. */
    public Duration keepAlive() {
        return get(PartnerKeys.KEEP_ALIVE);
    }

    /** Returns {@code retries}. */
    public int retries() {
        return get(PartnerKeys.RETRIES);
    }

    /** Returns {@code request-id}. */
    public boolean requestId() {
        return get(PartnerKeys.REQUEST_ID);
    }

    /** Returns {@code idempotency-key}. */
    public boolean idempotencyKey() {
        return get(PartnerKeys.IDEMPOTENCY_KEY);
    }

    /** Returns {@code deadline-field}; null for none. */
    public @Nullable String deadlineField() {
        String field = get(PartnerKeys.DEADLINE_FIELD);
        return field.equals(PartnerKeys.NO_FIELD) ? null : field;
    }

    /** Returns {@code pass-headers}. */
    public List<String> passHeaders() {
        return get(PartnerKeys.PASS_HEADERS);
    }

    /** Returns {@code headers}, whose values may be secret. */
    public List<Header> headers() {
        return headers.fields();
    }

    /** Returns {@code openapi}, as it was given; null for none. */
    public @Nullable Path openapi() {
        return find(PartnerKeys.OPENAPI);
    }

    /** Returns {@code decompress}. */
    public boolean decompress() {
        return get(PartnerKeys.DECOMPRESS);
    }

    /** Returns {@code redirects}. */
    public int redirects() {
        return get(PartnerKeys.REDIRECTS);
    }

    /** Returns whether {@code allowed-addresses} is {@code public}. */
    public boolean publicAddressesOnly() {
        return get(PartnerKeys.ALLOWED_ADDRESSES) == AddressRule.PUBLIC;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return super.equals(other)
                && other instanceof PartnerSettings that
                && name.equals(that.name)
                && headers.equals(that.headers);
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + name.hashCode();
    }

    /** Returns the name, the keys that have other values than their defaults, and the names of the headers. */
    @Override
    public String toString() {
        return name + ": " + super.toString() + ", headers " + headers;
    }

    /**
     * Collects the settings of a partner. A method sets the key of its name; sizes are in bytes. A key that is not set has
     * the default that {@code docs/configuration.md} shows.
     */
    public static final class Builder extends SettingsBuilder<Builder, PartnerSettings> {

        private final Map<String, String> headers;

        private Builder(String name, Map<String, String> headers) {
            super(new SettingsType<>(
                    "partner " + name,
                    PartnerKeys.KEYS,
                    values -> new PartnerSettings(name, values, FixedFields.of(headers)),
                    PartnerKeys::check));
            PartnerNames.PARSER.check(name);
            this.headers = headers;
        }

        /** Sets {@code url}. */
        public Builder url(String address) {
            return put(PartnerKeys.URL, URI.create(address));
        }

        /** Sets {@code urls}. */
        public Builder urls(EndpointUrl... addresses) {
            return put(PartnerKeys.URLS, List.of(addresses));
        }

        /** Sets {@code protocol}. */
        public Builder protocol(ProtocolChoice choice) {
            return put(PartnerKeys.PROTOCOL, choice);
        }

        /** Sets {@code max-connections}. */
        public Builder maxConnections(int connections) {
            return put(PartnerKeys.MAX_CONNECTIONS, connections);
        }

        /** Sets {@code timeout}. */
        public Builder timeout(Duration whole) {
            return put(TimeKeys.TIMEOUT, whole);
        }

        /** Sets {@code attempt-timeout}. */
        public Builder attemptTimeout(Duration attempt) {
            return put(TimeKeys.ATTEMPT_TIMEOUT, attempt);
        }

        /** Sets {@code connect-timeout}. */
        public Builder connectTimeout(Duration connect) {
            return put(TimeKeys.CONNECT_TIMEOUT, connect);
        }

        /** Sets {@code idle-timeout}. */
        public Builder idleTimeout(Duration idle) {
            return put(TimeKeys.IDLE_TIMEOUT, idle);
        }

        /** Sets {@code keep-alive}. */
        public Builder keepAlive(Duration unused) {
            return put(PartnerKeys.KEEP_ALIVE, unused);
        }

        /** Sets {@code retries}. */
        public Builder retries(int times) {
            return put(PartnerKeys.RETRIES, times);
        }

        /** Sets {@code request-id}. */
        public Builder requestId(boolean sent) {
            return put(PartnerKeys.REQUEST_ID, sent);
        }

        /** Sets {@code idempotency-key}. */
        public Builder idempotencyKey(boolean sent) {
            return put(PartnerKeys.IDEMPOTENCY_KEY, sent);
        }

        /** Sets {@code deadline-field}. */
        public Builder deadlineField(String name) {
            return put(PartnerKeys.DEADLINE_FIELD, name);
        }

        /** Sets {@code pass-headers}. */
        public Builder passHeaders(String... names) {
            return put(PartnerKeys.PASS_HEADERS, List.of(names));
        }

        /** Adds a field to {@code headers}; throws {@link IllegalArgumentException} if there is no such field or value. */
        public Builder header(String field, String value) {
            FixedFields.of(Map.of(field, value));
            headers.put(field, value);
            return this;
        }

        /** Changes {@code auth}. */
        public Builder auth(Consumer<AuthSettings.Builder> change) {
            return change(AuthSettings.builder(), change);
        }

        /** Sets {@code openapi}. */
        public Builder openapi(Path document) {
            return put(PartnerKeys.OPENAPI, document);
        }

        /** Sets {@code decompress}. */
        public Builder decompress(boolean asked) {
            return put(PartnerKeys.DECOMPRESS, asked);
        }

        /** Sets {@code redirects}. */
        public Builder redirects(int followed) {
            return put(PartnerKeys.REDIRECTS, followed);
        }

        /** Sets {@code allowed-addresses}: true for {@code public}, false for {@code any}. */
        public Builder publicAddressesOnly(boolean only) {
            return put(PartnerKeys.ALLOWED_ADDRESSES, only ? AddressRule.PUBLIC : AddressRule.ANY);
        }

        /** Changes {@code tls}. */
        public Builder tls(Consumer<PartnerTlsSettings.Builder> change) {
            return change(PartnerTlsSettings.builder(), change);
        }

        /** Changes {@code http2}. */
        public Builder http2(Consumer<PartnerHttp2Settings.Builder> change) {
            return change(PartnerHttp2Settings.builder(), change);
        }

        /** Changes {@code cache}. */
        public Builder cache(Consumer<CacheSettings.Builder> change) {
            return change(CacheSettings.builder(), change);
        }

        /** Changes {@code endpoints}. */
        public Builder endpoints(Consumer<EndpointSettings.Builder> change) {
            return change(EndpointSettings.builder(), change);
        }

        /** Changes {@code breaker}. */
        public Builder breaker(Consumer<BreakerSettings.Builder> change) {
            return change(BreakerSettings.builder(), change);
        }

        /** Changes {@code ejection}. */
        public Builder ejection(Consumer<EjectionSettings.Builder> change) {
            return change(EjectionSettings.builder(), change);
        }

        /** Changes {@code health-check}. */
        public Builder healthCheck(Consumer<HealthCheckSettings.Builder> change) {
            return change(HealthCheckSettings.builder(), change);
        }

        /** Changes {@code retry}. */
        public Builder retry(Consumer<RetrySettings.Builder> change) {
            return change(RetrySettings.builder(), change);
        }

        /** Changes {@code hedge}. */
        public Builder hedge(Consumer<HedgeSettings.Builder> change) {
            return change(HedgeSettings.builder(), change);
        }

        /** Changes {@code canary}. */
        public Builder canary(Consumer<CanarySettings.Builder> change) {
            return change(CanarySettings.builder(), change);
        }

        /** Changes {@code mirror}. */
        public Builder mirror(Consumer<MirrorSettings.Builder> change) {
            return change(MirrorSettings.builder(), change);
        }

        /** Changes {@code limits}. */
        public Builder limits(Consumer<LimitSettings.Builder> change) {
            return change(LimitSettings.builder(), change);
        }
    }
}
