package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.MediaRange;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.util.List;
import java.util.stream.Stream;

/** The section {@code compression} of the server: the replies that clients get compressed. Immutable. */
public final class CompressionSettings extends SettingsView {

    static final Group KEYS = Group.section("compression", "Compression of replies, with gzip");

    private static final long KIB = 1L << 10;

    private static final Setting<Boolean> ENABLED = KEYS.key(
            "enabled",
            ValueParsers.flag(),
            false,
            "True to compress the replies of mashups for clients whose `Accept-Encoding` allows gzip; not those that are"
                    + " streamed or larger than 1 MiB. See docs/browsers.md for replies with secrets (BREACH)",
            Trait.CHANGEABLE);
    private static final Setting<Long> MIN_SIZE = KEYS.key(
            "min-size",
            ValueParsers.size(1, KIB * KIB),
            KIB,
            "Smallest body that is compressed; below one packet nothing is gained",
            Trait.CHANGEABLE);
    private static final Setting<List<MediaRange>> TYPES = KEYS.key(
            "types",
            MediaRange.parser(),
            Stream.of(
                            "application/json",
                            "application/*+json",
                            "application/xml",
                            "application/*+xml",
                            "application/javascript",
                            "image/svg+xml",
                            "text/*")
                    .map(MediaRange::parse)
                    .toList(),
            "Media types of the bodies that are compressed; images and archives are compressed already",
            Trait.CHANGEABLE);

    private static final SettingsType<CompressionSettings> TYPE =
            new SettingsType<>("server", KEYS, CompressionSettings::new);

    CompressionSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default: nothing is compressed. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns {@code enabled}. */
    public boolean enabled() {
        return get(ENABLED);
    }

    /** Returns {@code min-size}, in bytes. */
    public long minSize() {
        return get(MIN_SIZE);
    }

    /** Returns {@code types}: media types, or ranges of them. */
    public List<String> types() {
        return get(TYPES).stream().map(MediaRange::toString).toList();
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, CompressionSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code enabled}. */
        public Builder enabled(boolean compressed) {
            return put(ENABLED, compressed);
        }

        /** Sets {@code min-size}. */
        public Builder minSize(long bytes) {
            return put(MIN_SIZE, bytes);
        }

        /** Sets {@code types}; throws {@link IllegalArgumentException} if one is no media type. */
        public Builder types(String... ranges) {
            return put(TYPES, Stream.of(ranges).map(MediaRange::parse).toList());
        }
    }
}
