package dev.medley.config;

import dev.medley.setting.internal.AddressRange;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** The keys of proxies between clients and the server. */
record ProxyKeys(Setting<List<AddressRange>> trusted, Setting<ForwardedField> field, Setting<Boolean> protocol) {

    /** Declares them in {@code server}. */
    static ProxyKeys in(Group server) {
        Group proxies = server.group("proxies", "Proxies between clients and the server");
        return new ProxyKeys(
                proxies.key(
                        "trusted",
                        ValueParsers.list(AddressRange.parser()),
                        List.of(),
                        "Addresses of the proxies that are trusted to name the client; the fields `Forwarded` and `X-Forwarded-…`"
                                + " from any other address are dropped",
                        Trait.OF_CONTAINER),
                proxies.key(
                        "field",
                        ValueParsers.choice(
                                "a field of proxies", ForwardedField.class, ForwardedField::configured, Map.of()),
                        ForwardedField.X_FORWARDED,
                        "Field in which trusted proxies name the client, its scheme and host: `forwarded` for `Forwarded`,"
                                + " `x-forwarded` for `X-Forwarded-For`, `-Proto` and `-Host`; the other is dropped",
                        Trait.OF_CONTAINER),
                proxies.key(
                        "protocol",
                        ValueParsers.flag(),
                        false,
                        "True if trusted proxies begin each connection with a header of the PROXY protocol, version 1 or 2;"
                                + " connections without it, and those from other addresses, are closed",
                        Trait.OF_CONTAINER));
    }

    /** The values in one. */
    ProxySettings settings(Settings values) {
        return new ProxySettings(values.get(trusted), values.get(field), values.get(protocol));
    }

    /** Reports a PROXY protocol of which nothing is believed. */
    void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.get(protocol) && values.get(trusted).isEmpty()) {
            problems.accept(
                    protocol, "'true' closes every connection; expected server.%s as well".formatted(trusted.path()));
        }
    }
}
