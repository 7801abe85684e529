package dev.medley.server.internal.caller;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.SignedJWT;
import dev.medley.caller.Caller;
import dev.medley.caller.CallerKind;
import dev.medley.config.internal.caller.TokenSettings;
import dev.medley.thread.internal.Clock;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Callers that show a token of an issuer, a signed JWT (RFC 7519; checks by RFC 8725). Only keys of the issuer's own set verify
 * it: {@code jku}, {@code jwk}, {@code x5u} and {@code x5c} of a token are not looked at. A token that was right is
 * remembered until it ends or the keys are fetched again. Thread-safe.
 */
final class TokenCallers {

    private static final Logger LOG = LoggerFactory.getLogger(TokenCallers.class);
    private static final long MAX_REMEMBERED = 16L << 20;
    private static final int OVERHEAD = 1024;
    private static final int MAX_NAME = 256;
    private static final int MAX_CANDIDATES = 10;
    private static final String EXPIRES = "exp";
    private static final String BEGINS = "nbf";

    private final Map<String, KeySet> issuers = new HashMap<>();
    private final int maxToken;
    private final Clock clock;
    private final Cache<String, Remembered> remembered;

    /**
     * A token that was right.
     *
     * @param end after which it is not
     * @param keys one of which has signed it
     */
    private record Remembered(Caller caller, Instant end, KeySet.Fetched keys, KeySet of) {}

    TokenCallers(Collection<KeySet> keySets, Clock clock) {
        keySets.forEach(keys -> issuers.put(keys.settings().issuer(), keys));
        maxToken = keySets.stream()
                .mapToInt(keys -> keys.settings().maxToken())
                .max()
                .orElse(0);
        this.clock = clock;
        remembered = Caffeine.newBuilder()
                .maximumWeight(MAX_REMEMBERED)
                .weigher((String token, Remembered entry) -> 2 * token.length() + OVERHEAD)
                .executor(Runnable::run)
                .build();
    }

    /** Returns whether there is an issuer. */
    boolean isGiven() {
        return !issuers.isEmpty();
    }

    /** Returns who shows {@code token}. */
    Shown shown(String token) {
        Remembered known = remembered.getIfPresent(token);
        if (known != null && clock.instant().isBefore(known.end) && known.of.isCurrent(known.keys, clock)) {
            return Shown.known(known.caller, token);
        }
        if (token.length() > maxToken) {
            return Shown.wrong(
                    "the token has %d characters, at most %d are allowed".formatted(token.length(), maxToken));
        }
        try {
            return verified(token);
        } catch (ParseException x) {
            return Shown.foreign("the token is no signed JWT");
        }
    }

    private Shown verified(String token) throws ParseException {
        SignedToken read = SignedToken.read(token);
        KeySet keySet = issuers.get(read.issuer());
        if (keySet == null) {
            return Shown.foreign("the issuer of the token is unknown");
        }
        TokenSettings settings = keySet.settings();
        if (token.length() > settings.maxToken()) {
            return Shown.wrong("the token is too long");
        }
        String wrong = wrongHeader(read.header(), settings);
        if (wrong != null) {
            return Shown.wrong(wrong);
        }
        KeySet.Fetched keys = keySet.current(clock);
        if (keys == null) {
            keySet.missed();
            return Shown.unchecked("the keys of issuer %s are not there".formatted(settings.name()));
        }
        List<VerificationKey> candidates = keys.keys().stream()
                .filter(key -> key.mayHaveSigned(read.header()))
                .limit(MAX_CANDIDATES)
                .toList();
        if (candidates.isEmpty()) {
            keySet.missed();
            return Shown.wrong("the key of the token is unknown");
        }
        if (!isSignedByOne(read.jwt(), candidates)) {
            return Shown.wrong("the signature of the token is wrong");
        }
        wrong = wrongClaims(read, settings);
        if (wrong != null) {
            return Shown.wrong(wrong);
        }
        Caller caller = caller(read.claims(), settings);
        if (caller == null) {
            return Shown.wrong("the token has no claim %s of 1 to %d characters without control characters"
                    .formatted(settings.nameClaim(), MAX_NAME));
        }
        Instant end = Objects.requireNonNull(read.time(EXPIRES)).plus(settings.clockSkew());
        remembered.put(token, new Remembered(caller, end, keys, keySet));
        return Shown.known(caller, token);
    }

    private static @Nullable String wrongHeader(JWSHeader header, TokenSettings settings) {
        if (!settings.algorithms().contains(header.getAlgorithm().getName())) {
            return "the algorithm of the token is not allowed";
        }
        Set<String> critical = header.getCriticalParams();
        if (critical != null && !critical.isEmpty()) {
            return "the token has critical parameters that are not understood";
        }
        JOSEObjectType type = header.getType();
        String name = type == null ? "JWT" : type.getType();
        // RFC 7515, section 4.1.9: the prefix may be left out.
        String plain = name.regionMatches(true, 0, "application/", 0, "application/".length())
                ? name.substring("application/".length())
                : name;
        return settings.types().contains(plain) ? null : "the type of the token is not allowed";
    }

    private static boolean isSignedByOne(SignedJWT jwt, List<VerificationKey> candidates) {
        for (VerificationKey key : candidates) {
            try {
                if (jwt.verify(key.verifier())) {
                    return true;
                }
            } catch (JOSEException | IllegalStateException x) {
                // A signature that no key of the kind can have made, such as one of another length.
                LOG.debug("a signature is refused", x);
            }
        }
        return false;
    }

    private @Nullable String wrongClaims(SignedToken token, TokenSettings settings) {
        if (Collections.disjoint(token.audiences(), settings.audiences())) {
            return "the token is for another audience";
        }
        Instant now = clock.instant();
        Instant end = token.time(EXPIRES);
        if (end == null) {
            return "the token has no end (exp)";
        }
        if (!now.isBefore(end.plus(settings.clockSkew()))) {
            return "the token expired %d s ago"
                    .formatted(Duration.between(end, now).toSeconds());
        }
        Instant begin = token.time(BEGINS);
        return begin != null && now.isBefore(begin.minus(settings.clockSkew())) ? "the token is not valid yet" : null;
    }

    private static @Nullable Caller caller(Map<String, Object> claims, TokenSettings settings) {
        Object name = claims.get(settings.nameClaim());
        if (!(name instanceof String text) || !isName(text)) {
            return null;
        }
        return Caller.of(
                CallerKind.TOKEN,
                settings.name(),
                text,
                texts(Claims.at(claims, settings.scopesClaim()), " "),
                texts(Claims.at(claims, settings.rolesClaim()), null),
                claims);
    }

    /** A name goes into lines of logs and into fields for partners. */
    static boolean isName(String text) {
        return !text.isEmpty()
                && text.length() <= MAX_NAME
                && text.codePoints()
                        .noneMatch(
                                each -> Character.isISOControl(each) || Character.getType(each) == Character.SURROGATE);
    }

    private static Set<String> texts(@Nullable Object value, @Nullable String separator) {
        Set<String> texts = new HashSet<>();
        if (value instanceof Collection<?> list) {
            list.stream()
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .forEach(texts::add);
        } else if (value instanceof String text) {
            texts.addAll(separator == null ? List.of(text) : List.of(text.trim().split(separator + "+")));
        }
        texts.remove("");
        return texts;
    }
}
