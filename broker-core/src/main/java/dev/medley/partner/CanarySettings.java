package dev.medley.partner;

import dev.medley.partner.internal.field.PartnerNames;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The section {@code canary} of a partner: which of its exchanges go to another partner instead. Immutable. */
public final class CanarySettings extends SettingsView {

    static final Group KEYS = Group.section(
            "canary", "Canary: another partner to which some exchanges go instead, such as a new version");

    private static final Setting<String> PARTNER = KEYS.optional(
            "partner",
            PartnerNames.PARSER,
            "no canary",
            "hotels-next",
            "Name of the canary. Exchanges with it have its settings: its limits, breaker, cache, credential",
            Trait.CHANGEABLE);
    private static final Setting<BigDecimal> SHARE = KEYS.optional(
            "share",
            ValueParsers.share(),
            "none",
            "0.05",
            "Share of the exchanges that go to the canary, of those that neither `header` nor `callers` decides",
            Trait.CHANGEABLE);
    private static final Setting<String> HEADER = KEYS.optional(
            "header",
            ValueParsers.fieldName(Set.of()),
            "none",
            "X-Canary",
            "Header field of the inbound request that decides: with the value of `header-value` for the canary, with `never` against it",
            Trait.CHANGEABLE);
    private static final Setting<String> HEADER_VALUE = KEYS.key(
            "header-value",
            ValueParsers.text(),
            "always",
            "Value of `header` that decides for the canary",
            Trait.CHANGEABLE);
    private static final Setting<List<String>> CALLERS = KEYS.optional(
            "callers",
            ValueParsers.list(ValueParsers.text()),
            "none",
            "[alice]",
            "Names of callers whose exchanges go to the canary",
            Trait.CHANGEABLE);
    private static final Setting<CanaryKey> BY = KEYS.key(
            "by",
            ValueParsers.choice("a key of a canary", CanaryKey.class, CanaryKey::configured, Map.of()),
            CanaryKey.EXCHANGE,
            "What `share` is a share of, and so what stays on one side: `exchange`, `request` (the inbound one, with all its exchanges),"
                    + " `caller` or `address`; without a caller each exchange by itself",
            Trait.CHANGEABLE);
    private static final Setting<String> FIELD = KEYS.optional(
            "field",
            ValueParsers.fieldName(Set.of()),
            "none",
            "X-User",
            "Header field of the inbound request whose values `share` is a share of, and stay on one side, in place of `by`; without"
                    + " the field each exchange by itself",
            Trait.CHANGEABLE);

    private static final SettingsType<CanarySettings> TYPE =
            new SettingsType<>("partner", KEYS, CanarySettings::new, CanarySettings::check);

    CanarySettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default: there is no canary. */
    public static Builder builder() {
        return new Builder();
    }

    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.find(PARTNER) == null) {
            if (KEYS.settings().anyMatch(values::isGiven)) {
                problems.accept(PARTNER, "is not set; expected with canary");
            }
        } else if (values.find(SHARE) == null && values.find(HEADER) == null && values.find(CALLERS) == null) {
            problems.accept(SHARE, "is not set, nor are canary.header and canary.callers; expected one of them");
        }
        if (values.isGiven(HEADER_VALUE) && values.find(HEADER) == null) {
            problems.accept(HEADER_VALUE, "has no effect; expected with canary.header");
        }
        if (values.get(BY) != CanaryKey.EXCHANGE && values.find(FIELD) != null) {
            problems.accept(FIELD, "cannot be combined with canary.by; expected one of them");
        }
    }

    /** Returns {@code partner}; null for none. */
    public @Nullable String partner() {
        return find(PARTNER);
    }

    /** Returns {@code share}, from 0 to 1; 0 if it is not set. */
    public double share() {
        BigDecimal share = find(SHARE);
        return share == null ? 0 : share.doubleValue();
    }

    /** Returns {@code header}; null for none. */
    public @Nullable String header() {
        return find(HEADER);
    }

    /** Returns {@code header-value}. */
    public String headerValue() {
        return get(HEADER_VALUE);
    }

    /** Returns {@code callers}; none if it is not set. */
    public List<String> callers() {
        return Objects.requireNonNullElse(find(CALLERS), List.of());
    }

    /** Returns {@code by}. */
    public CanaryKey by() {
        return get(BY);
    }

    /** Returns {@code field}; null for none. */
    public @Nullable String field() {
        return find(FIELD);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, CanarySettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code partner}. */
        public Builder partner(String name) {
            return put(PARTNER, name);
        }

        /** Sets {@code share}, from 0 to 1. */
        public Builder share(double ofExchanges) {
            return put(SHARE, BigDecimal.valueOf(ofExchanges));
        }

        /** Sets {@code header}. */
        public Builder header(String name) {
            return put(HEADER, name);
        }

        /** Sets {@code header-value}. */
        public Builder headerValue(String value) {
            return put(HEADER_VALUE, value);
        }

        /** Sets {@code callers}. */
        public Builder callers(String... names) {
            return put(CALLERS, List.of(names));
        }

        /** Sets {@code by}. */
        public Builder by(CanaryKey key) {
            return put(BY, key);
        }

        /** Sets {@code field}. */
        public Builder field(String name) {
            return put(FIELD, name);
        }
    }
}
