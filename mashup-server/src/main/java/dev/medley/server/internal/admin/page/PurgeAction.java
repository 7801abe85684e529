package dev.medley.server.internal.admin.page;

import dev.medley.connection.internal.address.Address;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Connecting;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.cache.ResponseCache;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Removes the stored responses of the partner that the parameter {@code partner} names; with {@code url} those of one URL, or of
 * one path and query. Replies with their number.
 *
 * @param present returns the current partners
 */
public record PurgeAction(Supplier<Collection<Partner>> present) implements AdminAction {

    private static final String PARTNER = "partner";
    private static final String TARGET = "url";
    private static final Set<String> PARAMETERS = Set.of(PARTNER, TARGET);

    @Override
    public CompletionStage<Reply> act(Map<String, String> parameters) {
        return CompletableFuture.completedStage(reply(parameters));
    }

    private Reply reply(Map<String, String> parameters) {
        Optional<String> unknown = parameters.keySet().stream()
                .filter(each -> !PARAMETERS.contains(each))
                .findFirst();
        if (unknown.isPresent()) {
            return refusal("the parameter '" + unknown.get() + "' is unknown; expected partner, and optionally url");
        }
        String name = parameters.get(PARTNER);
        Optional<Partner> partner =
                present.get().stream().filter(each -> each.name().equals(name)).findFirst();
        if (partner.isEmpty()) {
            String known = present.get().stream().map(Partner::name).collect(Collectors.joining(", "));
            String fault = name == null ? "the parameter partner is missing" : "there is no partner '" + name + "'";
            return refusal(fault + "; expected one of " + known);
        }
        ResponseCache cache = partner.get().cache();
        if (cache == null) {
            return refusal("partner " + name + " has no cache: expected cache.enabled: true in its configuration");
        }
        String url = parameters.get(TARGET);
        if (url == null) {
            return removed(name, cache.invalidateAll());
        }
        String target = target(url, partner.get().settings());
        return target == null
                ? refusal("'" + url + "' is not a URL of partner " + name + "; expected "
                        + partner.get().settings().url() + " with a path, or a path and query, percent-encoded")
                : removed(name, cache.invalidate(target));
    }

    /** Path and query of {@code url} as requests to the partner have them; null if it is of another host or no URL. */
    private static @Nullable String target(String url, PartnerSettings partner) {
        try {
            URI given = URI.create(url);
            boolean ofPartner =
                    given.isAbsolute() ? Connecting.isAt(partner, Address.of(given)) : given.getRawAuthority() == null;
            String path = given.getRawPath();
            if (!ofPartner || path == null || !path.startsWith("/")) {
                return null;
            }
            return given.getRawQuery() == null ? path : path + "?" + given.getRawQuery();
        } catch (IllegalArgumentException x) {
            // The caller's fault, which the reply names.
            return null;
        }
    }

    private static Reply removed(@Nullable String partner, int count) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put(PARTNER, String.valueOf(partner));
        document.put("removed", count);
        return Reply.json(document);
    }

    private static Reply refusal(String detail) {
        return Problem.of(HttpStatus.BAD_REQUEST_400, detail).toReply();
    }
}
