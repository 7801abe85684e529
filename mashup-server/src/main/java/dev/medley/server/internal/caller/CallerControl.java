package dev.medley.server.internal.caller;

import dev.medley.caller.Caller;
import dev.medley.caller.CallerKind;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.caller.TokenSettings;
import dev.medley.config.internal.expression.RequestExpression;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.access.Access;
import dev.medley.servlet.internal.access.AccessControl;
import dev.medley.servlet.internal.access.AccessCounts;
import dev.medley.servlet.internal.access.RequestMembers;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides who may call mashups, by the section {@code callers} and the mashups' {@code access}. Thread-safe. */
final class CallerControl implements AccessControl {

    private static final String AUTHORIZATION = "Authorization";
    private static final String SCHEME = "Bearer ";
    private static final Logger LOG = LoggerFactory.getLogger(CallerControl.class);

    /** For which a start waits for keys, so that the first requests find them. */
    private static final Duration LONGEST_START = Duration.ofSeconds(5);

    private final CallerSettings settings;
    private final DefaultBroker broker;
    private final List<KeySet> keySets;
    private final TokenCallers tokens;
    private final ApiKeys apiKeys;
    private final Challenge challenge;
    private final CallerCaching caching;
    private final AccessCounts counts;

    /**
     * Creates a control. Reads the file of keys.
     *
     * @param before whose sets of keys go on where their settings are the same; null for none
     * @throws IllegalArgumentException if the file cannot be used
     */
    CallerControl(CallerSettings settings, DefaultBroker broker, @Nullable CallerControl before) {
        this.settings = settings;
        this.broker = broker;
        keySets = new ArrayList<>();
        settings.tokens().forEach(issuer -> keySets.add(keySet(issuer, before == null ? List.of() : before.keySets)));
        counts = before == null ? new AccessCounts() : before.counts;
        tokens = new TokenCallers(keySets, broker.clock());
        apiKeys = settings.keyFile() == null ? ApiKeys.NONE : ApiKeys.read(settings.keyFile());
        caching = CallerCaching.of(settings);
        challenge = new Challenge(tokens.isGiven(), settings.keyFile() == null ? "" : settings.keyField());
    }

    /** One of {@code before}, or one that begins with the keys of that, where they have the same place. */
    private static KeySet keySet(TokenSettings issuer, List<KeySet> before) {
        for (KeySet keys : before) {
            if (keys.settings().equals(issuer)) {
                return keys;
            }
        }
        return before.stream()
                .filter(keys -> keys.isOfSamePlace(issuer))
                .findFirst()
                .map(keys -> new KeySet(issuer, keys))
                .orElseGet(() -> new KeySet(issuer));
    }

    @Override
    public void start() {
        keySets.forEach(keys -> keys.start(broker));
        long end = System.nanoTime() + LONGEST_START.toNanos();
        try {
            for (KeySet keys : keySets) {
                if (!keys.awaitFirst(end - System.nanoTime())) {
                    LOG.warn(
                            "issuer {}: the keys are not there yet",
                            keys.settings().name());
                }
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void stop(@Nullable AccessControl next) {
        keySets.stream()
                .filter(keys -> !(next instanceof CallerControl other && other.keySets.contains(keys)))
                .forEach(KeySet::stop);
    }

    @Override
    public @Nullable String changedFile(AccessControl before) {
        return before instanceof CallerControl other && !apiKeys.equals(other.apiKeys) ? "callers.api-keys.file" : null;
    }

    @Override
    public CallerSettings settings() {
        return settings;
    }

    @Override
    public AccessCounts counts() {
        return counts;
    }

    @Override
    public Reply forCaches(Reply reply, boolean isCalled) {
        return caching.bounded(reply, isCalled);
    }

    @Override
    public Access decide(Inbound inbound, @Nullable AccessOptions options) {
        return counts.counted(decideAgain(inbound, options));
    }

    @Override
    public Access decideAgain(Inbound inbound, @Nullable AccessOptions options) {
        boolean anybody = options == null ? !settings.required() : options.anybody();
        Shown shown = shown(inbound);
        if (shown == null) {
            return anybody ? Access.OPEN : Access.refused(null, challenge.missing());
        }
        return switch (shown.kind()) {
            case KNOWN -> permitted(inbound, Objects.requireNonNull(shown.caller()), shown.token(), options);
            case FOREIGN ->
                anybody ? Access.OPEN : Access.refused(null, challenge.wrong(shown.error(), shown.isOfToken()));
            case WRONG -> Access.refused(null, challenge.wrong(shown.error(), shown.isOfToken()));
            case UNCHECKED -> anybody ? Access.OPEN : Access.refused(null, Challenge.unchecked(shown.error()));
        };
    }

    private Access permitted(Inbound inbound, Caller caller, @Nullable String token, @Nullable AccessOptions options) {
        if (options == null || options.anybody()) {
            return Access.granted(caller, token, fieldOf(caller));
        }
        if (!caller.scopes().containsAll(options.scopes())) {
            return Access.refused(caller, challenge.lacksScopes(options.scopes()));
        }
        if (!options.roles().isEmpty() && Collections.disjoint(caller.roles(), options.roles())) {
            return Access.refused(caller, challenge.lacksRole(options.roles()));
        }
        for (Map.Entry<String, List<String>> claim : options.claims().entrySet()) {
            if (!Claims.has(caller.claims(), claim.getKey(), claim.getValue())) {
                return Access.refused(caller, Challenge.lacksClaim(claim.getKey()));
            }
        }
        RequestExpression condition = options.condition();
        if (condition != null && !Boolean.TRUE.equals(condition.value(new RequestMembers(inbound, caller)))) {
            return Access.refused(caller, Challenge.isNotTrue());
        }
        return Access.granted(caller, token, fieldOf(caller));
    }

    private @Nullable String fieldOf(Caller caller) {
        return switch (caller.kind()) {
            case TOKEN -> AUTHORIZATION;
            case API_KEY -> settings.keyField();
            case CERTIFICATE -> null;
        };
    }

    /**
     * What the request shows first, of the kinds that are configured; null if it shows nothing. A token that is somebody else's may be
     * for a partner: the next kind counts, if there is one.
     */
    private @Nullable Shown shown(Inbound inbound) {
        Shown foreign = null;
        for (CallerKind kind : settings.order()) {
            Shown shown = switch (kind) {
                case TOKEN -> tokens.isGiven() ? token(inbound) : null;
                case API_KEY -> settings.keyFile() == null ? null : key(inbound);
                case CERTIFICATE -> certificate(inbound);
            };
            if (shown != null && shown.kind() != Shown.Kind.FOREIGN) {
                return shown.by(kind);
            }
            foreign = foreign == null && shown != null ? shown.by(kind) : foreign;
        }
        return foreign;
    }

    private @Nullable Shown token(Inbound inbound) {
        List<String> values = inbound.headers(AUTHORIZATION);
        if (values.size() > 1) {
            return Shown.wrong("the field Authorization is there twice");
        }
        return !values.isEmpty() && values.get(0).regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? tokens.shown(values.get(0).substring(SCHEME.length()).strip())
                : null;
    }

    private @Nullable Shown key(Inbound inbound) {
        List<String> values = inbound.headers(settings.keyField());
        if (values.size() > 1) {
            return Shown.wrong("the field " + settings.keyField() + " is there twice");
        }
        return values.isEmpty() ? null : apiKeys.shown(values.get(0));
    }

    private @Nullable Shown certificate(Inbound inbound) {
        CallerSettings.CertificateName place = settings.certificateName();
        if (place == null) {
            return null;
        }
        List<X509Certificate> chain = inbound.clientCertificates();
        return chain.isEmpty() ? null : new CertificateCallers(place).shown(chain.get(0));
    }
}
