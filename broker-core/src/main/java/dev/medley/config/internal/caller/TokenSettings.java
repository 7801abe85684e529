package dev.medley.config.internal.caller;

import dev.medley.partner.internal.field.PartnerNames;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * An issuer whose tokens callers show, JWTs (RFC 7519) in the field {@code Authorization}. Immutable.
 *
 * @param name in logs, metrics and expressions
 * @param issuer the claim {@code iss}
 * @param audiences of which the claim {@code aud} must have one
 * @param algorithms that may have signed a token
 * @param types values of {@code typ}, in lower case
 * @param nameClaim the claim with the name of the caller
 * @param scopesClaim the claim with its scopes
 * @param rolesClaim the claim with its roles
 * @param clockSkew by which clocks may differ
 * @param maxToken characters of a token at most
 * @param partner that has the keys
 * @param path of the key set
 * @param refresh time between two fetches of the keys
 * @param cooldown least time between two fetches, if tokens name unknown keys or a fetch failed
 * @param maxStale time for which keys are used without a successful fetch
 */
public record TokenSettings(
        String name,
        String issuer,
        List<String> audiences,
        Set<String> algorithms,
        Set<String> types,
        String nameClaim,
        String scopesClaim,
        String rolesClaim,
        Duration clockSkew,
        int maxToken,
        String partner,
        String path,
        Duration refresh,
        Duration cooldown,
        Duration maxStale) {

    /** The signatures of RFC 7518 by private keys; those by secrets, and none, are not among them. */
    public enum Algorithm {
        /** RSA, PKCS #1. */
        RS256,
        /** RSA, PKCS #1. */
        RS384,
        /** RSA, PKCS #1. */
        RS512,
        /** RSA, PSS. */
        PS256,
        /** RSA, PSS. */
        PS384,
        /** RSA, PSS. */
        PS512,
        /** ECDSA on P-256. */
        ES256,
        /** ECDSA on P-384. */
        ES384,
        /** ECDSA on P-521. */
        ES512
    }

    static final Group KEYS = Group.of("An issuer of tokens, by a name of your choice");

    private static final int KIB = 1024;
    private static final int MAX_TOKEN = 64 * KIB;
    private static final int DEFAULT_TOKEN = 8 * KIB;

    private static final Setting<String> ISSUER =
            KEYS.required("issuer", ValueParsers.text(), "https://login.example", "Claim `iss` of its tokens, exactly");
    private static final Setting<List<String>> AUDIENCE = KEYS.required(
            "audience",
            ValueParsers.list(ValueParsers.text()),
            "[medley]",
            "Names of this server, of which the claim `aud` must have one");
    private static final Setting<List<Algorithm>> ALGORITHMS = KEYS.key(
            "algorithms",
            ValueParsers.list(ValueParsers.choice("an algorithm", Algorithm.class, Algorithm::name, Map.of())),
            List.of(Algorithm.RS256, Algorithm.PS256, Algorithm.ES256),
            "Algorithms that may have signed a token");
    private static final Setting<List<String>> TYPES = KEYS.key(
            "types",
            ValueParsers.list(ValueParsers.text()),
            List.of("JWT", "at+jwt"),
            "Values that `typ` of a token may have; with `JWT` it may be missing");
    private static final Setting<String> NAME_CLAIM =
            KEYS.key("name-claim", ValueParsers.text(), "sub", "Claim with the name of the caller, which is required");
    private static final Setting<String> SCOPES_CLAIM = KEYS.key(
            "scopes-claim", ValueParsers.text(), "scope", "Claim with the scopes, as a list, or as a text with spaces");
    private static final Setting<String> ROLES_CLAIM = KEYS.key(
            "roles-claim",
            ValueParsers.text(),
            "roles",
            "Claim with the roles, as a list; a dot leads into an object, as in `realm_access.roles`");
    private static final Setting<Duration> CLOCK_SKEW = KEYS.key(
            "clock-skew", ValueParsers.durationOrZero(), Duration.ofSeconds(30), "Time by which clocks may differ");
    private static final Setting<Long> MAX_LENGTH =
            KEYS.key("max-token", ValueParsers.size(KIB, MAX_TOKEN), (long) DEFAULT_TOKEN, "Largest token");

    private static final Group KEY_SET = KEYS.group("keys", "The public keys of the issuer, a JWK set (RFC 7517)");
    private static final Setting<String> PARTNER = KEY_SET.required(
            "partner", PartnerNames.PARSER, "login", "Name of the partner that has them; its time-outs and `tls` hold");
    private static final Setting<String> PATH = KEY_SET.required(
            "path",
            ValueParsers.target(),
            "/.well-known/jwks.json",
            "Path of the key set, behind the path of the partner's `url`");
    private static final Setting<Duration> REFRESH =
            KEY_SET.key("refresh", ValueParsers.duration(), Duration.ofMinutes(5), "Time between two fetches");
    private static final Setting<Duration> COOLDOWN = KEY_SET.key(
            "cooldown",
            ValueParsers.duration(),
            Duration.ofSeconds(10),
            "Least time between two fetches, if tokens name keys that are unknown, or a fetch failed");
    private static final Setting<Duration> MAX_STALE = KEY_SET.key(
            "max-stale",
            ValueParsers.duration(),
            Duration.ofDays(1),
            "Time for which keys are used if they cannot be fetched");

    static TokenSettings of(String name, Settings values) {
        Set<String> algorithms = new TreeSet<>();
        values.get(ALGORITHMS).forEach(each -> algorithms.add(each.name()));
        Set<String> types = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        types.addAll(values.get(TYPES));
        return new TokenSettings(
                name,
                values.get(ISSUER),
                values.get(AUDIENCE),
                algorithms,
                types,
                values.get(NAME_CLAIM),
                values.get(SCOPES_CLAIM),
                values.get(ROLES_CLAIM),
                values.get(CLOCK_SKEW),
                Math.toIntExact(values.get(MAX_LENGTH)),
                values.get(PARTNER),
                values.get(PATH),
                values.get(REFRESH),
                values.get(COOLDOWN),
                values.get(MAX_STALE));
    }
}
