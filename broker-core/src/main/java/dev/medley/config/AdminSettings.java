package dev.medley.config;

import dev.medley.setting.internal.Settings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings of administration. Immutable. */
public final class AdminSettings {

    private final Settings values;
    private final AdminKeys keys;

    AdminSettings(Settings values, AdminKeys keys) {
        this.values = values;
        this.keys = keys;
    }

    /** Returns the port of metrics and health, 0 for any free one. */
    public int port() {
        return values.get(keys.port());
    }

    /** Returns the address to listen on for metrics and health. */
    public String host() {
        return values.get(keys.host());
    }

    /** Returns the names by which clients may ask for administration, beside addresses and {@code localhost}. */
    public List<String> names() {
        return values.get(keys.names());
    }

    /** Returns whether there are actions. */
    public boolean actions() {
        return values.get(keys.actions());
    }

    /** Returns the port of actions and {@code /manifests}, 0 for any free one; null if it is that of metrics and health. */
    public @Nullable Integer operatorPort() {
        return values.find(keys.operatorPort());
    }

    /** Returns the address to listen on for actions and {@code /manifests}, if they have a port of their own. */
    public String operatorHost() {
        return values.get(keys.operatorHost());
    }

    /** Collects the settings of administration. A method sets the key of its name. */
    public static final class Builder {

        private final Settings.Builder values;
        private final AdminKeys keys = ServerKeys.ADMIN;

        Builder(Settings.Builder values) {
            this.values = values;
        }

        /** Sets {@code names}. */
        public Builder names(List<String> hosts) {
            values.set(keys.names(), hosts);
            return this;
        }

        /** Sets {@code actions}. */
        public Builder actions(boolean allowed) {
            values.set(keys.actions(), allowed);
            return this;
        }

        /** Sets {@code operator.port}. */
        public Builder operatorPort(int number) {
            values.set(keys.operatorPort(), number);
            return this;
        }

        /** Sets {@code operator.host}. */
        public Builder operatorHost(String address) {
            values.set(keys.operatorHost(), address);
            return this;
        }
    }
}
