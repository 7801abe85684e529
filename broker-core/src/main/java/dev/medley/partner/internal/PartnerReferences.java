package dev.medley.partner.internal;

import dev.medley.partner.PartnerSettings;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks the partners that the settings of others name: issuers of tokens, canaries, mirrors. */
public final class PartnerReferences {

    private final Map<String, PartnerSettings> named = new TreeMap<>();
    private final Problems problems;

    private PartnerReferences(Collection<PartnerSettings> partners, Problems problems) {
        partners.forEach(partner -> named.put(partner.name(), partner));
        this.problems = problems;
    }

    /** Receives what is wrong. */
    @FunctionalInterface
    public interface Problems {

        /** {@code key} of {@code partner} names one that cannot be what it is named for. */
        void add(PartnerSettings partner, String key, String problem);
    }

    /** Reports each name of a partner, in the settings of {@code partners}, that is none or is not for that. */
    public static void check(Collection<PartnerSettings> partners, Problems problems) {
        PartnerReferences references = new PartnerReferences(partners, problems);
        partners.forEach(references::check);
    }

    private void check(PartnerSettings partner) {
        partner.auth()
                .oauth2()
                .ifPresent(oauth2 -> check(
                        partner,
                        "auth.oauth2.issuer",
                        oauth2.issuer(),
                        issuer -> issuer.auth().oauth2().isPresent(),
                        "partner %s needs a token itself; expected an issuer without auth.oauth2"));
        check(
                partner,
                "canary.partner",
                partner.canary().partner(),
                PartnerReferences::hasCopies,
                "partner %s is no canary; expected another partner, without canary and mirror");
        check(
                partner,
                "mirror.partner",
                partner.mirror().partner(),
                PartnerReferences::hasCopies,
                "partner %s is no mirror; expected another partner, without canary and mirror");
    }

    /** So a partner that names itself is refused, too. */
    private static boolean hasCopies(PartnerSettings partner) {
        return partner.canary().partner() != null || partner.mirror().partner() != null;
    }

    private void check(
            PartnerSettings partner,
            String key,
            @Nullable String name,
            Predicate<PartnerSettings> refused,
            String problem) {
        if (name == null) {
            return;
        }
        PartnerSettings other = named.get(name);
        if (other == null) {
            problems.add(
                    partner,
                    key,
                    "no partner is named '%s'; expected one of %s".formatted(name, String.join(", ", named.keySet())));
        } else if (refused.test(other)) {
            problems.add(partner, key, problem.formatted(name));
        }
    }
}
