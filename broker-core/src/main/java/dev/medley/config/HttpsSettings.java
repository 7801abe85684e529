package dev.medley.config;

import dev.medley.setting.internal.Settings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings of mashups that have TLS. Immutable. */
public final class HttpsSettings {

    private final Settings values;
    private final HttpsKeys keys;

    HttpsSettings(Settings values, HttpsKeys keys) {
        this.values = values;
        this.keys = keys;
    }

    /** Returns {@code handshake-timeout}. */
    public Duration handshakeTimeout() {
        return values.get(keys.handshakeTimeout());
    }

    /** Returns the time for which browsers are to use https only; null if the header is not sent. */
    public @Nullable Duration hsts() {
        return values.find(keys.hsts());
    }

    /** Returns whether browsers are to use https for subdomains too. */
    public boolean hstsSubdomains() {
        return values.get(keys.hstsSubdomains());
    }

    /** Returns the port of plain HTTP, 0 for any free one; null if there is none. */
    public @Nullable Integer plainPort() {
        return values.find(keys.plainPort());
    }

    /** Returns the reply of the port of plain HTTP. */
    public PlainReply plainReply() {
        return values.get(keys.plainReply());
    }

    /** Returns the port of https as clients see it; null if it is that of the mashups. */
    public @Nullable Integer publicPort() {
        return values.find(keys.publicPort());
    }

    /** Collects the settings of mashups that have TLS. A method sets the key of its name. */
    public static final class Builder {

        private final Settings.Builder values;
        private final HttpsKeys keys = ServerKeys.HTTPS;

        Builder(Settings.Builder values) {
            this.values = values;
        }

        /** Sets {@code handshake-timeout}. */
        public Builder handshakeTimeout(Duration whole) {
            values.set(keys.handshakeTimeout(), whole);
            return this;
        }

        /** Sets the time for which browsers are to use https only, and whether for subdomains too. */
        public Builder hsts(Duration age, boolean subdomains) {
            values.set(keys.hsts(), age).set(keys.hstsSubdomains(), subdomains);
            return this;
        }

        /** Sets the port of plain HTTP, 0 for any free one, and its reply. */
        public Builder plain(int port, PlainReply reply) {
            values.set(keys.plainPort(), port).set(keys.plainReply(), reply);
            return this;
        }

        /** Sets the port of https as clients see it. */
        public Builder publicPort(int port) {
            values.set(keys.publicPort(), port);
            return this;
        }
    }
}
