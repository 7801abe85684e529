package dev.medley.partner;

import dev.medley.partner.internal.field.PartnerNames;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The section {@code mirror} of a partner: another partner that gets copies of its requests. Immutable. */
public final class MirrorSettings extends SettingsView {

    static final Group KEYS = Group.section(
            "mirror", "Mirror: another partner that gets copies of requests, and whose answers are dropped");

    private static final ValueParser<String> METHOD = ValueParsers.text(
            Pattern.compile("[A-Z][A-Z-]{0,31}"), "a method", "a method in capital letters, such as GET", "method");

    private static final Setting<String> PARTNER = KEYS.optional(
            "partner",
            PartnerNames.PARSER,
            "no mirror",
            "hotels-next",
            "Name of the mirror. Copies have its settings: its limits, headers, credential",
            Trait.CHANGEABLE);
    private static final Setting<BigDecimal> SHARE = KEYS.key(
            "share",
            ValueParsers.share(),
            BigDecimal.ONE,
            "Share of the requests that are copied, of those with one of `methods`",
            Trait.CHANGEABLE);
    private static final Setting<List<String>> METHODS = KEYS.key(
            "methods",
            ValueParsers.list(METHOD),
            List.of("GET", "HEAD"),
            "Methods of requests that are copied; what a POST does is then done twice",
            Trait.CHANGEABLE);

    private static final SettingsType<MirrorSettings> TYPE =
            new SettingsType<>("partner", KEYS, MirrorSettings::new, MirrorSettings::check);

    MirrorSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default: there is no mirror. */
    public static Builder builder() {
        return new Builder();
    }

    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.find(PARTNER) == null && KEYS.settings().anyMatch(values::isGiven)) {
            problems.accept(PARTNER, "is not set; expected with mirror");
        }
    }

    /** Returns {@code partner}; null for none. */
    public @Nullable String partner() {
        return find(PARTNER);
    }

    /** Returns {@code share}, from 0 to 1. */
    public double share() {
        return get(SHARE).doubleValue();
    }

    /** Returns {@code methods}. */
    public List<String> methods() {
        return get(METHODS);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, MirrorSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code partner}. */
        public Builder partner(String name) {
            return put(PARTNER, name);
        }

        /** Sets {@code share}, from 0 to 1. */
        public Builder share(double ofRequests) {
            return put(SHARE, BigDecimal.valueOf(ofRequests));
        }

        /** Sets {@code methods}. */
        public Builder methods(String... names) {
            return put(METHODS, List.of(names));
        }
    }
}
