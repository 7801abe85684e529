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
import java.util.stream.Stream;

/** The section {@code addresses} of the server: the addresses of clients whose requests are answered. Immutable. */
public final class AddressSettings extends SettingsView {

    static final Group KEYS = Group.section("addresses", "Addresses of clients whose requests are answered");

    private static final Setting<List<AddressRange>> ALLOW = KEYS.key(
            "allow",
            ValueParsers.list(AddressRange.parser()),
            List.of(),
            "Addresses of clients whose requests are answered; all others get a 403. Without any, all that `deny` has not."
                    + " Behind `server.proxies` the address is the one that these tell",
            Trait.OF_CONTAINER,
            Trait.CHANGEABLE);
    private static final Setting<List<AddressRange>> DENY = KEYS.key(
            "deny",
            ValueParsers.list(AddressRange.parser()),
            List.of(),
            "Addresses of clients that get a 403, also if `allow` has them",
            Trait.OF_CONTAINER,
            Trait.CHANGEABLE);

    private static final SettingsType<AddressSettings> TYPE = new SettingsType<>("server", KEYS, AddressSettings::new);

    AddressSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default: all addresses are allowed. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns {@code allow}: addresses, or ranges of them; none for all. */
    public List<String> allow() {
        return get(ALLOW).stream().map(AddressRange::toString).toList();
    }

    /** Returns {@code deny}: addresses, or ranges of them. */
    public List<String> deny() {
        return get(DENY).stream().map(AddressRange::toString).toList();
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, AddressSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code allow}; throws {@link IllegalArgumentException} if one is not a range of addresses. */
        public Builder allow(String... ranges) {
            return put(ALLOW, parsed(ranges));
        }

        /** Sets {@code deny}; throws {@link IllegalArgumentException} if one is not a range of addresses. */
        public Builder deny(String... ranges) {
            return put(DENY, parsed(ranges));
        }

        private static List<AddressRange> parsed(String... ranges) {
            return Stream.of(ranges).map(AddressRange::parse).toList();
        }
    }
}
