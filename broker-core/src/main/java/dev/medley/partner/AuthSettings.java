package dev.medley.partner;

import dev.medley.connection.Header;
import dev.medley.partner.internal.field.FixedFields;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.TlsValues;
import dev.medley.setting.internal.ValueParsers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code auth} of a partner: the credential that Medley itself shows it. It is no part of the requests that mashups,
 * caches and recordings see. At most one kind is given. Immutable.
 */
public final class AuthSettings extends SettingsView {

    static final Group KEYS = Group.section(
            "auth",
            "Credential of Medley itself for the partner, one of the following; a client's is passed on by `pass-headers`");

    /** The field of {@code basic}, {@code bearer} and tokens (RFC 9110, section 11.6.2). */
    private static final String AUTHORIZATION = "Authorization";

    private static final int PARAMETER_LENGTH = 64;

    private static final Setting<String> BEARER = KEYS.optional(
            "bearer", TlsValues.password(), "none", "4711", "Token that is sent as `Authorization: Bearer`");

    private static final Group BASIC = KEYS.group("basic", "User and password, sent as `Authorization: Basic`");
    private static final Setting<String> USER =
            BASIC.optional("user", TlsValues.password(), "none", "medley", "User, without a colon");
    private static final Setting<String> PASSWORD =
            BASIC.optional("password", TlsValues.password(), "none", "4711", "Password of the user");

    private static final Group HEADER = KEYS.group("header", "Key of an API in a header field");
    private static final Setting<String> HEADER_NAME = HEADER.optional(
            "name", ValueParsers.fieldName(FixedFields.NEVER), "none", "X-Api-Key", "Name of the header field");
    private static final Setting<String> HEADER_VALUE =
            HEADER.optional("value", TlsValues.password(), "none", "4711", "Value of the header field");

    private static final Group QUERY =
            KEYS.group("query", "Key of an API in the query; prefer a header field, as servers log queries");
    private static final Setting<String> QUERY_NAME =
            QUERY.optional("name", ValueParsers.text(), "none", "key", "Name of the parameter");
    private static final Setting<String> QUERY_VALUE =
            QUERY.optional("value", TlsValues.password(), "none", "4711", "Value of the parameter");

    static {
        KEYS.add("oauth2", OAuth2Settings.KEYS);
    }

    private static final SettingsType<AuthSettings> TYPE = new SettingsType<>("partner", KEYS, AuthSettings::new);

    /** The two keys of a kind, which are given together. */
    private record Pair(Setting<String> first, Setting<String> second) {

        Stream<Setting<?>> keys() {
            return Stream.of(first, second);
        }
    }

    private static final List<Pair> PAIRS =
            List.of(new Pair(USER, PASSWORD), new Pair(HEADER_NAME, HEADER_VALUE), new Pair(QUERY_NAME, QUERY_VALUE));

    AuthSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which nothing is set. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reports values that are valid each by itself, but not together.
     *
     * @param passed the key {@code pass-headers}
     */
    static void check(Settings values, Setting<List<String>> passed, BiConsumer<Setting<?>, String> problems) {
        List<Setting<?>> kinds = kinds(values).toList();
        if (kinds.size() > 1) {
            problems.accept(
                    kinds.get(1),
                    "is a second credential beside " + kinds.get(0).path() + "; expected one of them");
            return;
        }
        for (Pair pair : PAIRS) {
            checkPair(values, pair, problems);
        }
        checkValues(values, problems);
        if (OAuth2Settings.isGiven(values)) {
            OAuth2Settings.check(values, problems);
        }
        @Nullable String field = new AuthSettings(values).field();
        if (field != null && values.get(passed).stream().anyMatch(field::equalsIgnoreCase)) {
            problems.accept(passed, "has %s, which auth sets; expected one of the two".formatted(field));
        }
    }

    /** One key of each kind that is given. */
    private static Stream<Setting<?>> kinds(Settings values) {
        Stream<Setting<?>> pairs = PAIRS.stream()
                .flatMap(pair ->
                        pair.keys().filter(key -> values.find(key) != null).limit(1));
        Stream<Setting<?>> tokens = Stream.concat(
                Stream.<Setting<?>>of(BEARER).filter(key -> values.find(key) != null),
                OAuth2Settings.KEYS.settings().filter(values::isGiven).limit(1));
        return Stream.concat(pairs, tokens);
    }

    private static void checkPair(Settings values, Pair pair, BiConsumer<Setting<?>, String> problems) {
        boolean first = values.find(pair.first) != null;
        boolean second = values.find(pair.second) != null;
        if (first != second) {
            Setting<?> missing = first ? pair.second : pair.first;
            problems.accept(missing, "is not set; expected with " + (first ? pair.first : pair.second).path());
        }
    }

    /** Without the values, which are secret. */
    private static void checkValues(Settings values, BiConsumer<Setting<?>, String> problems) {
        @Nullable String user = values.find(USER);
        if (user != null && user.indexOf(':') >= 0) {
            problems.accept(USER, "has a colon; expected a user without one (RFC 7617)");
        }
        for (Setting<String> key : List.of(BEARER, HEADER_VALUE)) {
            @Nullable String value = values.find(key);
            if (value != null && (value.isBlank() || !isFieldValue(value))) {
                problems.accept(
                        key,
                        "is empty, or has a character that no header field may have; expected others than controls, up to U+00FF");
            }
        }
        @Nullable String name = values.find(QUERY_NAME);
        if (name != null && (name.isEmpty() || name.length() > PARAMETER_LENGTH)) {
            problems.accept(
                    QUERY_NAME, "has %d characters; expected 1 to %d".formatted(name.length(), PARAMETER_LENGTH));
        }
    }

    private static boolean isFieldValue(String value) {
        try {
            new Header(AUTHORIZATION, value);
            return true;
        } catch (IllegalArgumentException x) {
            return false;
        }
    }

    /** Returns the name of the header field that has the credential; null if there is none, or it is in the query. */
    public @Nullable String field() {
        @Nullable String own = find(HEADER_NAME);
        boolean authorization = find(BEARER) != null || find(USER) != null || oauth2().isPresent();
        return own == null && authorization ? AUTHORIZATION : own;
    }

    /** Returns {@code bearer}; null for none. */
    public @Nullable String bearer() {
        return find(BEARER);
    }

    /** Returns {@code basic.user}; null for none. */
    public @Nullable String user() {
        return find(USER);
    }

    /** Returns {@code basic.password}; null for none. */
    public @Nullable String password() {
        return find(PASSWORD);
    }

    /** Returns {@code header.name}; null for none. */
    public @Nullable String headerName() {
        return find(HEADER_NAME);
    }

    /** Returns {@code header.value}; null for none. */
    public @Nullable String headerValue() {
        return find(HEADER_VALUE);
    }

    /** Returns {@code query.name}; null for none. */
    public @Nullable String queryName() {
        return find(QUERY_NAME);
    }

    /** Returns {@code query.value}; null for none. */
    public @Nullable String queryValue() {
        return find(QUERY_VALUE);
    }

    /** Returns {@code oauth2}; empty if it is not given. */
    public Optional<OAuth2Settings> oauth2() {
        Settings values = SettingsType.values(this);
        return OAuth2Settings.isGiven(values) ? Optional.of(new OAuth2Settings(values)) : Optional.empty();
    }

    /** Returns the files of keys. */
    public List<Path> files() {
        return oauth2().map(OAuth2Settings::key).stream().toList();
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, AuthSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code bearer}. */
        public Builder bearer(String token) {
            return put(BEARER, token);
        }

        /** Sets {@code basic}. */
        public Builder basic(String user, String password) {
            return put(USER, user).put(PASSWORD, password);
        }

        /** Sets {@code header}. */
        public Builder header(String name, String value) {
            return put(HEADER_NAME, name).put(HEADER_VALUE, value);
        }

        /** Sets {@code query}. */
        public Builder query(String name, String value) {
            return put(QUERY_NAME, name).put(QUERY_VALUE, value);
        }

        /** Changes {@code oauth2}. */
        public Builder oauth2(Consumer<OAuth2Settings.Builder> change) {
            return change(OAuth2Settings.builder(), change);
        }
    }
}
