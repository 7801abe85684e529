package dev.medley.partner;

import dev.medley.partner.internal.field.PartnerNames;
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
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code auth.oauth2} of a partner: tokens that an issuer gives Medley, for itself or for a caller. Immutable.
 */
public final class OAuth2Settings extends SettingsView {

    static final Group KEYS = Group.section("auth.oauth2", "Token of an issuer by OAuth 2.0, which is renewed in time");

    private static final Setting<String> ISSUER = KEYS.optional(
            "issuer",
            PartnerNames.PARSER,
            "none: must be given with the other keys of `oauth2`",
            "login",
            "Name of the partner that issues the tokens; its time-outs, limits and `tls` hold for token requests");
    private static final Setting<String> PATH = KEYS.optional(
            "path",
            ValueParsers.target(),
            "none: must be given with the other keys of `oauth2`",
            "/oauth2/token",
            "Path of token requests at the issuer, behind the path of its `url`");
    private static final Setting<String> CLIENT_ID = KEYS.optional(
            "client-id",
            TlsValues.password(),
            "none: must be given with the other keys of `oauth2`",
            "medley",
            "Id by which the issuer knows Medley");
    private static final Setting<String> CLIENT_SECRET =
            KEYS.optional("client-secret", TlsValues.password(), "none", "4711", "Secret of `basic` and `post`");
    private static final Setting<OAuth2Grant> GRANT = KEYS.key(
            "grant",
            ValueParsers.choice("a grant", OAuth2Grant.class, OAuth2Grant::configured, Map.of()),
            OAuth2Grant.CLIENT_CREDENTIALS,
            "What a token is given for: `client-credentials`, those of Medley itself; or `token-exchange`, the token that the"
                    + " caller of the mashup has shown (RFC 8693)");
    private static final Setting<ClientAuthentication> CLIENT_AUTH = KEYS.key(
            "client-auth",
            ValueParsers.choice(
                    "a client authentication", ClientAuthentication.class, ClientAuthentication::configured, Map.of()),
            ClientAuthentication.BASIC,
            "Client authentication of token requests: `basic` and `post` with `client-secret`, `private-key-jwt` with"
                    + " `key`");
    private static final Setting<Path> KEY = KEYS.optional(
            "key",
            TlsValues.file(),
            "none",
            "/etc/medley/oauth2.key",
            "Private key of `private-key-jwt` in PEM, without a password: RSA signs by RS256, EC on P-256 by ES256 and on"
                    + " P-384 by ES384");
    private static final Setting<String> KEY_ID = KEYS.optional(
            "key-id", ValueParsers.text(), "none", "medley-1", "Id of `key`, by which the issuer finds it");
    private static final Setting<List<String>> SCOPE = KEYS.optional(
            "scope", ValueParsers.list(ValueParsers.text()), "that of the issuer", "[read]", "Scopes of the token");
    private static final Setting<String> AUDIENCE = KEYS.optional(
            "audience",
            ValueParsers.text(),
            "none",
            "hotels",
            "Parameter `audience` of token requests, which some issuers need");
    private static final Setting<String> RESOURCE = KEYS.optional(
            "resource",
            ValueParsers.text(),
            "none",
            "https://hotels.example",
            "Parameter `resource` of token requests (RFC 8707)");

    private static final SettingsType<OAuth2Settings> TYPE = new SettingsType<>("partner", KEYS, OAuth2Settings::new);

    OAuth2Settings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which nothing is set. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns whether any key is given. */
    static boolean isGiven(Settings values) {
        return KEYS.settings().anyMatch(values::isGiven);
    }

    /** Reports values that are valid each by itself, but not together. */
    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        for (Setting<?> needed : List.of(ISSUER, PATH, CLIENT_ID)) {
            if (values.find(needed) == null) {
                problems.accept(needed, "is not set; expected with auth.oauth2");
            }
        }
        boolean bySecret = values.get(CLIENT_AUTH) != ClientAuthentication.PRIVATE_KEY_JWT;
        if (bySecret && values.find(CLIENT_SECRET) == null) {
            problems.accept(
                    CLIENT_SECRET,
                    "is not set; expected with client-auth: "
                            + values.get(CLIENT_AUTH).configured());
        } else if (!bySecret && values.find(KEY) == null) {
            problems.accept(KEY, "is not set; expected with client-auth: private-key-jwt");
        }
        if (bySecret && values.find(KEY) != null) {
            problems.accept(KEY, "has no effect; expected client-auth: private-key-jwt");
        } else if (!bySecret && values.find(CLIENT_SECRET) != null) {
            problems.accept(CLIENT_SECRET, "has no effect with client-auth: private-key-jwt; expected key alone");
        }
    }

    /** Returns {@code issuer}, the name of a partner. */
    public String issuer() {
        return get(ISSUER);
    }

    /** Returns {@code path}. */
    public String path() {
        return get(PATH);
    }

    /** Returns {@code client-id}. */
    public String clientId() {
        return get(CLIENT_ID);
    }

    /** Returns {@code client-secret}; empty if it is not set. */
    public String clientSecret() {
        return Objects.requireNonNullElse(find(CLIENT_SECRET), "");
    }

    /** Returns {@code grant}. */
    public OAuth2Grant grant() {
        return get(GRANT);
    }

    /** Returns {@code client-auth}. */
    public ClientAuthentication clientAuth() {
        return get(CLIENT_AUTH);
    }

    /** Returns {@code key}; null for none. */
    public @Nullable Path key() {
        return find(KEY);
    }

    /** Returns {@code key-id}; null for none. */
    public @Nullable String keyId() {
        return find(KEY_ID);
    }

    /** Returns {@code scope}; empty if it is not set. */
    public List<String> scope() {
        return Objects.requireNonNullElse(find(SCOPE), List.of());
    }

    /** Returns {@code audience}; null for none. */
    public @Nullable String audience() {
        return find(AUDIENCE);
    }

    /** Returns {@code resource}; null for none. */
    public @Nullable String resource() {
        return find(RESOURCE);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, OAuth2Settings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code issuer}. */
        public Builder issuer(String partner) {
            return put(ISSUER, partner);
        }

        /** Sets {@code path}. */
        public Builder path(String path) {
            return put(PATH, path);
        }

        /** Sets {@code client-id}. */
        public Builder clientId(String id) {
            return put(CLIENT_ID, id);
        }

        /** Sets {@code client-secret}. */
        public Builder clientSecret(String secret) {
            return put(CLIENT_SECRET, secret);
        }

        /** Sets {@code grant}. */
        public Builder grant(OAuth2Grant grant) {
            return put(GRANT, grant);
        }

        /** Sets {@code client-auth}. */
        public Builder clientAuth(ClientAuthentication authentication) {
            return put(CLIENT_AUTH, authentication);
        }

        /** Sets {@code key}. */
        public Builder key(Path file) {
            return put(KEY, file);
        }

        /** Sets {@code key-id}. */
        public Builder keyId(String id) {
            return put(KEY_ID, id);
        }

        /** Sets {@code scope}. */
        public Builder scope(String... names) {
            return put(SCOPE, List.of(names));
        }

        /** Sets {@code audience}. */
        public Builder audience(String name) {
            return put(AUDIENCE, name);
        }

        /** Sets {@code resource}. */
        public Builder resource(String uri) {
            return put(RESOURCE, uri);
        }
    }
}
