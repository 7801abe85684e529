package dev.medley.config;

import dev.medley.setting.internal.AddressRange;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** The section {@code proxies} of the server: the proxies between clients and the server. Immutable. */
public final class ProxySettings extends SettingsView {

    static final Group KEYS = Group.section("proxies", "Proxies between clients and the server");

    private static final Setting<List<AddressRange>> TRUSTED = KEYS.key(
            "trusted",
            ValueParsers.list(AddressRange.parser()),
            List.of(),
            "Addresses of the proxies that are trusted to name the client; the fields `Forwarded` and `X-Forwarded-…`"
                    + " from any other address are dropped",
            Trait.OF_CONTAINER);
    private static final Setting<ForwardedField> FIELD = KEYS.key(
            "field",
            ValueParsers.choice("a field of proxies", ForwardedField.class, ForwardedField::configured, Map.of()),
            ForwardedField.X_FORWARDED,
            "Field in which trusted proxies name the client, its scheme and host: `forwarded` for `Forwarded`,"
                    + " `x-forwarded` for `X-Forwarded-For`, `-Proto` and `-Host`; the other is dropped",
            Trait.OF_CONTAINER);
    private static final Setting<Boolean> PROTOCOL = KEYS.key(
            "protocol",
            ValueParsers.flag(),
            false,
            "True if trusted proxies begin each connection with a header of the PROXY protocol, version 1 or 2;"
                    + " connections without it, and those from other addresses, are closed",
            Trait.OF_CONTAINER);

    private static final SettingsType<ProxySettings> TYPE =
            new SettingsType<>("server", KEYS, ProxySettings::new, ProxySettings::check);

    ProxySettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default: no proxy is trusted. */
    public static Builder builder() {
        return new Builder();
    }

    /** Reports a PROXY protocol of which nothing is believed. */
    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.get(PROTOCOL) && values.get(TRUSTED).isEmpty()) {
            problems.accept(
                    PROTOCOL, "'true' closes every connection; expected server.%s as well".formatted(TRUSTED.path()));
        }
    }

    /** Returns {@code trusted}: addresses, or ranges of them, of the proxies that are believed. */
    public List<String> trusted() {
        return get(TRUSTED).stream().map(AddressRange::toString).toList();
    }

    /** Returns {@code field}, in which they name the client. */
    public ForwardedField field() {
        return get(FIELD);
    }

    /** Returns {@code protocol}: whether each connection begins with a header of the PROXY protocol. */
    public boolean protocol() {
        return get(PROTOCOL);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, ProxySettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code trusted}; throws {@link IllegalArgumentException} if one is not a range of addresses. */
        public Builder trusted(String... ranges) {
            return put(TRUSTED, Stream.of(ranges).map(AddressRange::parse).toList());
        }

        /** Sets {@code field}. */
        public Builder field(ForwardedField name) {
            return put(FIELD, name);
        }

        /** Sets {@code protocol}. */
        public Builder protocol(boolean spoken) {
            return put(PROTOCOL, spoken);
        }
    }
}
