package dev.medley.partner.internal.credential;

import dev.medley.partner.PartnerSettings;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Checks the partners that issue tokens for others. */
public final class Issuers {

    /** The key that names one, below a partner. */
    public static final String KEY = "auth.oauth2.issuer";

    private Issuers() {}

    /** Reports each of {@code partners} whose issuer is none that could give it a token, with what was expected. */
    public static void check(Collection<PartnerSettings> partners, BiConsumer<PartnerSettings, String> problems) {
        Map<String, PartnerSettings> named = new TreeMap<>();
        partners.forEach(partner -> named.put(partner.name(), partner));
        for (PartnerSettings partner : partners) {
            partner.auth().oauth2().ifPresent(oauth2 -> {
                String problem = problem(oauth2.issuer(), named.get(oauth2.issuer()), named);
                if (problem != null) {
                    problems.accept(partner, problem);
                }
            });
        }
    }

    private static @Nullable String problem(
            String name, @Nullable PartnerSettings issuer, Map<String, PartnerSettings> named) {
        if (issuer == null) {
            return "no partner is named '%s'; expected one of %s".formatted(name, String.join(", ", named.keySet()));
        }
        return issuer.auth().oauth2().isPresent()
                ? "partner %s needs a token itself; expected an issuer without auth.oauth2".formatted(name)
                : null;
    }
}
