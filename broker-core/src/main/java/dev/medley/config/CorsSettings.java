package dev.medley.config;

import dev.medley.setting.internal.CrossOriginValues;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.OriginPattern;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The section {@code cors} of the server: the web pages of other origins whose scripts may read replies, and what they may send (the
 * CORS protocol of the <a href="https://fetch.spec.whatwg.org/#http-cors-protocol">Fetch standard</a>). Immutable.
 */
public final class CorsSettings extends SettingsView {

    static final Group KEYS = Group.section("cors", "Web pages of other origins whose scripts may read replies (CORS)");

    private static final Setting<List<OriginPattern>> ORIGINS = KEYS.key(
            "origins",
            OriginPattern.parser(),
            List.of(),
            "Origins of these pages: scheme, host and port, as browsers send them; `https://*.example.org` has all hosts"
                    + " below `example.org`, `*` is every origin. Without any, replies have no fields of CORS, and OPTIONS"
                    + " requests are answered as others",
            Trait.OF_CONTAINER,
            Trait.CHANGEABLE);
    private static final Setting<List<String>> METHODS = KEYS.key(
            "methods",
            CrossOriginValues.methods(),
            List.of("GET", "HEAD", "POST"),
            "Methods that these pages may use; `*` for all",
            Trait.OF_CONTAINER,
            Trait.CHANGEABLE);
    private static final Setting<List<String>> HEADERS = KEYS.key(
            "headers",
            CrossOriginValues.fields(),
            List.of("Content-Type"),
            "Header fields that these pages may set, in addition to those that every page may; `*` for all but"
                    + " `Authorization`, which has to be named",
            Trait.OF_CONTAINER,
            Trait.CHANGEABLE);
    private static final Setting<List<String>> EXPOSED_HEADERS = KEYS.key(
            "exposed-headers",
            CrossOriginValues.fields(),
            List.of(),
            "Header fields of replies that scripts of these pages may read, in addition to those that every script may,"
                    + " such as `Content-Type`; `*` for all",
            Trait.OF_CONTAINER,
            Trait.CHANGEABLE);
    private static final Setting<Boolean> CREDENTIALS = KEYS.key(
            "credentials",
            ValueParsers.flag(),
            false,
            "True if requests of these pages may have cookies, client certificates and the browser's own `Authorization`",
            Trait.OF_CONTAINER,
            Trait.CHANGEABLE);
    private static final Setting<Duration> MAX_AGE = KEYS.key(
            "max-age",
            ValueParsers.durationOrZero(),
            Duration.ofMinutes(10),
            "Time for which a browser need not ask again what a page may send; 0 to ask before each request. Chromium asks"
                    + " after two hours in any case",
            Trait.OF_CONTAINER,
            Trait.CHANGEABLE);

    private static final SettingsType<CorsSettings> TYPE =
            new SettingsType<>("server", KEYS, CorsSettings::new, CorsSettings::check);

    CorsSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default: no page of another origin may read replies. */
    public static Builder builder() {
        return new Builder();
    }

    /** Reports what would open the server to every page, and what has no effect. */
    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        List<OriginPattern> origins = values.get(ORIGINS);
        if (origins.isEmpty()) {
            KEYS.settings()
                    .filter(values::isGiven)
                    .forEach(setting -> problems.accept(
                            setting,
                            "has no effect without origins; expected server.%s as well".formatted(ORIGINS.path())));
            return;
        }
        if (origins.contains(OriginPattern.ANY) && origins.size() > 1) {
            problems.accept(ORIGINS, "'*' is every origin; expected '*' alone, or origins without '*'");
        }
        if (values.get(CREDENTIALS)) {
            checkCredentials(values, origins, problems);
        }
    }

    /** A browser takes {@code *} for a name where there are credentials; to name each origin instead would open the server. */
    private static void checkCredentials(
            Settings values, List<OriginPattern> origins, BiConsumer<Setting<?>, String> problems) {
        for (OriginPattern open : List.of(OriginPattern.ANY, OriginPattern.OPAQUE)) {
            if (origins.contains(open)) {
                problems.accept(
                        ORIGINS,
                        "'%s' does not go together with server.%s: every page could act for the users who visit it; expected"
                                        .formatted(open, CREDENTIALS.path())
                                + " the origins of your pages, or credentials: false");
            }
        }
        Stream.of(METHODS, HEADERS, EXPOSED_HEADERS)
                .filter(setting -> values.get(setting).contains(CrossOriginValues.ALL))
                .forEach(setting -> problems.accept(
                        setting, "'*' is all only without server.%s; expected names".formatted(CREDENTIALS.path())));
    }

    /** Returns {@code origins}: none if no page of another origin may read replies. */
    public List<String> origins() {
        return get(ORIGINS).stream().map(OriginPattern::toString).toList();
    }

    /** Returns {@code methods}. */
    public List<String> methods() {
        return get(METHODS);
    }

    /** Returns {@code headers}. */
    public List<String> headers() {
        return get(HEADERS);
    }

    /** Returns {@code exposed-headers}. */
    public List<String> exposedHeaders() {
        return get(EXPOSED_HEADERS);
    }

    /** Returns {@code credentials}. */
    public boolean credentials() {
        return get(CREDENTIALS);
    }

    /** Returns {@code max-age}. */
    public Duration maxAge() {
        return get(MAX_AGE);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, CorsSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code origins}; throws {@link IllegalArgumentException} if one is none. */
        public Builder origins(String... patterns) {
            return put(ORIGINS, Stream.of(patterns).map(OriginPattern::parse).toList());
        }

        /** Sets {@code methods}. */
        public Builder methods(String... names) {
            return put(METHODS, List.of(names));
        }

        /** Sets {@code headers}. */
        public Builder headers(String... names) {
            return put(HEADERS, List.of(names));
        }

        /** Sets {@code exposed-headers}. */
        public Builder exposedHeaders(String... names) {
            return put(EXPOSED_HEADERS, List.of(names));
        }

        /** Sets {@code credentials}. */
        public Builder credentials(boolean allowed) {
            return put(CREDENTIALS, allowed);
        }

        /** Sets {@code max-age}. */
        public Builder maxAge(Duration time) {
            return put(MAX_AGE, time);
        }
    }
}
