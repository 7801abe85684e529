package dev.medley.exchange.internal.caching;

import dev.medley.exchange.internal.call.Attempt;
import dev.medley.exchange.internal.call.CacheUse;
import dev.medley.exchange.internal.call.Call;

import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.address.Address;
import dev.medley.partner.internal.Connecting;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.cache.ResponseCache;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The use of the cache by a call whose method may change the partner's state: a response that is not an error removes the stored
 * responses of its target, and of the targets that its fields Location and Content-Location name (RFC 9111, section 4.4).
 */
final class Invalidation implements CacheUse {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final int FIRST_SUCCESS = 200;
    private static final int FIRST_ERROR = 400;

    private final Partner partner;
    private final ResponseCache cache;

    Invalidation(Partner partner, ResponseCache cache) {
        this.partner = partner;
        this.cache = cache;
    }

    /** Returns whether {@code request} changes nothing (RFC 9110, section 9.2.1). */
    static boolean isSafe(DefaultOutboundRequest request) {
        return SAFE.contains(request.method());
    }

    @Override
    public void headArrived(Call call, Attempt attempt, ResponseHead head) {
        if (head.status() < FIRST_SUCCESS || head.status() >= FIRST_ERROR) {
            return;
        }
        // The target that a redirect has led to is the one that has been changed.
        String target = call.attempts().request().target();
        cache.invalidate(target);
        cache.invalidate(call.request().target());
        invalidate(target, head.header("Location"));
        invalidate(target, head.header("Content-Location"));
    }

    private void invalidate(String target, @Nullable String named) {
        String other = named == null ? null : targetOf(target, named);
        if (other != null) {
            cache.invalidate(other);
        }
    }

    /** Path and query of a reference at the same partner; null if it is at another one, or no reference. */
    private @Nullable String targetOf(String target, String named) {
        Address address = partner.address();
        try {
            URI base = URI.create(address.scheme() + "://" + address.authority() + target);
            URI other = base.resolve(named.strip());
            if (!Connecting.isAt(partner.settings(), Address.of(other)) || other.getRawPath() == null) {
                return null;
            }
            String path = other.getRawPath().isEmpty() ? "/" : other.getRawPath();
            return other.getRawQuery() == null ? path : path + "?" + other.getRawQuery();
        } catch (IllegalArgumentException x) {
            // The partner may send anything in these fields; what is no URL names nothing that is stored.
            return null;
        }
    }
}
