package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The section {@code admin} of the server: administration, except its TLS. Immutable. */
public final class AdminSettings extends SettingsView {

    static final Group KEYS = Group.section("admin", "Administration: metrics, health and actions");

    private static final String LOOPBACK = "127.0.0.1";

    /** The key {@code port}. */
    static final Setting<Integer> PORT = KEYS.key(
            "port", ValueParsers.port(), 8081, "Port of metrics and health; 0 for any free one", Trait.OF_CONTAINER);

    /** The key {@code host}. */
    static final Setting<String> HOST = KEYS.key(
            "host", ValueParsers.host(), LOOPBACK, "Address to listen on for metrics and health", Trait.OF_CONTAINER);

    private static final Setting<List<String>> NAMES = KEYS.key(
            "names",
            ValueParsers.list(ValueParsers.host()),
            List.of(),
            "Host names of administration, in addition to addresses and `localhost`; a request whose `Host` is"
                    + " another name is refused with a 421, because a web page may have sent it",
            Trait.OF_CONTAINER);
    private static final Setting<Boolean> ACTIONS = KEYS.key(
            "actions",
            ValueParsers.flag(),
            true,
            "False to refuse `POST /reload`, `POST /cache/purge` and `POST /mashups/move`",
            Trait.OF_CONTAINER);

    private static final Group OPERATOR = KEYS.group("operator", "A separate connector for actions and `/manifests`");

    /** The key {@code operator.port}. */
    static final Setting<Integer> OPERATOR_PORT = OPERATOR.optional(
            "port",
            ValueParsers.port(),
            "same as `server.admin.port`",
            "8082",
            "Port of actions and `/manifests`, which the port of metrics and health then no longer serves;"
                    + " 0 for any free one. With `server.admin.tls` it uses the same TLS",
            Trait.OF_CONTAINER);

    /** The key {@code operator.host}. */
    static final Setting<String> OPERATOR_HOST = OPERATOR.key(
            "host",
            ValueParsers.host(),
            LOOPBACK,
            "Address to listen on for actions and `/manifests`, if `port` is set",
            Trait.OF_CONTAINER);

    private static final SettingsType<AdminSettings> TYPE = new SettingsType<>("server", KEYS, AdminSettings::new);

    AdminSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the port of metrics and health, 0 for any free one. */
    public int port() {
        return get(PORT);
    }

    /** Returns the address to listen on for metrics and health. */
    public String host() {
        return get(HOST);
    }

    /** Returns the names by which clients may ask for administration, beside addresses and {@code localhost}. */
    public List<String> names() {
        return get(NAMES);
    }

    /** Returns whether there are actions. */
    public boolean actions() {
        return get(ACTIONS);
    }

    /** Returns the port of actions and {@code /manifests}, 0 for any free one; null if it is that of metrics and health. */
    public @Nullable Integer operatorPort() {
        return find(OPERATOR_PORT);
    }

    /** Returns the address to listen on for actions and {@code /manifests}, if they have a port of their own. */
    public String operatorHost() {
        return get(OPERATOR_HOST);
    }

    /** Collects the settings of administration. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, AdminSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code port}. */
        public Builder port(int number) {
            return put(PORT, number);
        }

        /** Sets {@code host}. */
        public Builder host(String address) {
            return put(HOST, address);
        }

        /** Sets {@code names}. */
        public Builder names(List<String> hosts) {
            return put(NAMES, hosts);
        }

        /** Sets {@code actions}. */
        public Builder actions(boolean allowed) {
            return put(ACTIONS, allowed);
        }

        /** Sets {@code operator.port}. */
        public Builder operatorPort(int number) {
            return put(OPERATOR_PORT, number);
        }

        /** Sets {@code operator.host}. */
        public Builder operatorHost(String address) {
            return put(OPERATOR_HOST, address);
        }
    }
}
