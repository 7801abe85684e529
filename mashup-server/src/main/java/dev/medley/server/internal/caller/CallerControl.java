package dev.medley.server.internal.caller;

import dev.medley.caller.Caller;
import dev.medley.caller.CallerKind;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.servlet.internal.access.Access;
import dev.medley.servlet.internal.access.AccessControl;
import jakarta.servlet.http.HttpServletRequest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides who may call mashups, by the section {@code callers} and the mashups' {@code access}. Thread-safe. */
final class CallerControl implements AccessControl {

    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";
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
        settings.tokens()
                .forEach(issuer -> keySets.add(Optional.ofNullable(before).stream()
                        .flatMap(control -> control.keySets.stream())
                        .filter(keys -> keys.settings().equals(issuer))
                        .findFirst()
                        .orElseGet(() -> new KeySet(issuer))));
        tokens = new TokenCallers(keySets, broker.clock());
        apiKeys = settings.keyFile() == null ? ApiKeys.NONE : ApiKeys.read(settings.keyFile());
        challenge = new Challenge(tokens.isGiven(), settings.keyFile() == null ? "" : settings.keyField());
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
    public Access decide(HttpServletRequest request, @Nullable AccessOptions options) {
        boolean anybody = options == null ? !settings.required() : options.anybody();
        Shown shown = shown(request);
        if (shown == null) {
            return anybody ? Access.OPEN : Access.refused(null, challenge.missing());
        }
        return switch (shown.kind()) {
            case KNOWN -> permitted(Objects.requireNonNull(shown.caller()), options);
            case FOREIGN -> anybody ? Access.OPEN : Access.refused(null, challenge.wrong(shown.error()));
            case WRONG -> Access.refused(null, challenge.wrong(shown.error()));
            case UNCHECKED -> anybody ? Access.OPEN : Access.refused(null, Challenge.unchecked(shown.error()));
        };
    }

    private Access permitted(Caller caller, @Nullable AccessOptions options) {
        if (options == null || options.anybody()) {
            return Access.granted(caller);
        }
        if (!caller.scopes().containsAll(options.scopes())) {
            return Access.refused(caller, challenge.lacksScopes(options.scopes()));
        }
        if (!options.roles().isEmpty() && Collections.disjoint(caller.roles(), options.roles())) {
            return Access.refused(caller, challenge.lacksRole(options.roles()));
        }
        return Access.granted(caller);
    }

    /** What the request shows first, of the kinds that are configured; null if it shows nothing. */
    private @Nullable Shown shown(HttpServletRequest request) {
        for (CallerKind kind : settings.order()) {
            Shown shown = switch (kind) {
                case TOKEN -> tokens.isGiven() ? token(request) : null;
                case API_KEY -> settings.keyFile() == null ? null : key(request);
                case CERTIFICATE -> certificate(request);
            };
            if (shown != null) {
                return shown;
            }
        }
        return null;
    }

    private @Nullable Shown token(HttpServletRequest request) {
        Enumeration<String> values = request.getHeaders("Authorization");
        if (!values.hasMoreElements()) {
            return null;
        }
        String value = values.nextElement();
        if (values.hasMoreElements()) {
            return Shown.wrong("the field Authorization is there twice");
        }
        return value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? tokens.shown(value.substring(SCHEME.length()).strip())
                : null;
    }

    private @Nullable Shown key(HttpServletRequest request) {
        Enumeration<String> values = request.getHeaders(settings.keyField());
        if (!values.hasMoreElements()) {
            return null;
        }
        String value = values.nextElement();
        return values.hasMoreElements()
                ? Shown.wrong("the field " + settings.keyField() + " is there twice")
                : apiKeys.shown(value);
    }

    private @Nullable Shown certificate(HttpServletRequest request) {
        CallerSettings.CertificateName place = settings.certificateName();
        if (place != null
                && request.getAttribute(CERTIFICATES) instanceof X509Certificate[] chain
                && chain.length > 0) {
            return new CertificateCallers(place).shown(chain[0]);
        }
        return null;
    }
}
