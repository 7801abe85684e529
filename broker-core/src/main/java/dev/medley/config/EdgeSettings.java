package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.ReplyHeader;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What each request and each reply meets at the edge of the server: the sections {@code cors}, {@code compression} and {@code
 * addresses} of the server, and its key {@code reply-headers}. Immutable.
 */
public final class EdgeSettings extends SettingsView {

    /** The keys have the place of those of the server. */
    static final Group KEYS = Group.of("The edge of the server");

    static {
        KEYS.add("cors", CorsSettings.KEYS);
        KEYS.add("compression", CompressionSettings.KEYS);
        KEYS.add("addresses", AddressSettings.KEYS);
    }

    private static final Setting<List<ReplyHeader>> REPLY_HEADERS = KEYS.key(
            "reply-headers",
            ValueParsers.list(ReplyHeader.parser()),
            List.of(),
            "Header fields that each reply has, problems included, unless it has a field of that name, such as"
                    + " `'X-Content-Type-Options: nosniff'`",
            Trait.OF_CONTAINER,
            Trait.CHANGEABLE);

    private static final SettingsType<EdgeSettings> TYPE =
            new SettingsType<>("server", KEYS, EdgeSettings::new, EdgeSettings::check);

    private final Settings values;

    EdgeSettings(Settings values) {
        super(KEYS, values);
        this.values = values;
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Reports settings of CORS that do not go together, and fields that are given twice. */
    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        CorsSettings.check(values, problems);
        List<String> names = new ArrayList<>();
        for (ReplyHeader header : values.get(REPLY_HEADERS)) {
            if (names.stream().anyMatch(header.name()::equalsIgnoreCase)) {
                problems.accept(REPLY_HEADERS, "'%s' is given twice; expected one value".formatted(header.name()));
            }
            names.add(header.name());
        }
    }

    /** Returns the values of {@code cors}. */
    public CorsSettings cors() {
        return new CorsSettings(values);
    }

    /** Returns the values of {@code compression}. */
    public CompressionSettings compression() {
        return new CompressionSettings(values);
    }

    /** Returns the values of {@code addresses}. */
    public AddressSettings addresses() {
        return new AddressSettings(values);
    }

    /** Returns {@code reply-headers}: fields, each as {@code name: value}. */
    public List<String> replyHeaders() {
        return get(REPLY_HEADERS).stream().map(ReplyHeader::toString).toList();
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, EdgeSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Changes {@code cors}. */
        public Builder cors(Consumer<CorsSettings.Builder> change) {
            return change(CorsSettings.builder(), change);
        }

        /** Changes {@code compression}. */
        public Builder compression(Consumer<CompressionSettings.Builder> change) {
            return change(CompressionSettings.builder(), change);
        }

        /** Changes {@code addresses}. */
        public Builder addresses(Consumer<AddressSettings.Builder> change) {
            return change(AddressSettings.builder(), change);
        }

        /** Sets {@code reply-headers}, each as {@code name: value}; throws {@link IllegalArgumentException} if one is none. */
        public Builder replyHeaders(String... fields) {
            return put(REPLY_HEADERS, Stream.of(fields).map(ReplyHeader::parse).toList());
        }
    }
}
