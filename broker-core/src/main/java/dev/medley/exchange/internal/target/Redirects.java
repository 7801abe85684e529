package dev.medley.exchange.internal.target;

import dev.medley.connection.Header;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.RequestBody;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.SecretNames;
import dev.medley.connection.internal.address.Address;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.credential.Credential;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The redirects of one call (RFC 9110, section 15.4). They are followed within the origins of the partner: an address that is
 * no partner has no limits, no deadlines and no trust, and may be one that only the partner should have reached
 * (docs/decisions). So fields and credentials of a request go to no other host.
 */
public final class Redirects {

    /** Bytes of a redirect's own body that are read, in place of closing the connection. */
    public static final int MAX_BODY = 64 * 1024;

    private static final int SEE_OTHER = 303;
    /** With these a POST becomes a GET, as clients have always done (sections 15.4.2 and 15.4.3). */
    private static final Set<Integer> POST_BECOMES_GET = Set.of(301, 302);

    private static final Set<Integer> REDIRECTS = Set.of(301, 302, SEE_OTHER, 307, 308);
    private static final String LOCATION = "Location";
    private static final String GET = "GET";

    private final OwnLinks links;
    private final int maxHead;
    private final int max;
    private final List<String> requests = new ArrayList<>();

    /**
     * Creates the redirects of a call whose request is {@code first}.
     *
     * @param origins within which they are followed; the first is that of the partner's URL
     * @param maxHead the longest head of a request, in bytes
     * @param max that are followed
     */
    public Redirects(List<Address> origins, int maxHead, int max, DefaultOutboundRequest first) {
        links = new OwnLinks(origins);
        this.maxHead = maxHead;
        this.max = max;
        requests.add(lineOf(first));
    }

    /** Creates the redirects of a call to {@code partner}. */
    public static Redirects of(Partner partner, int max, DefaultOutboundRequest first) {
        return new Redirects(OwnLinks.originsOf(partner), partner.maxRequestHead(), max, first);
    }

    /** Returns whether {@code head} is a redirect, and the exchange one that follows {@code max} redirects. */
    public static boolean isFollowed(int max, ResponseHead head) {
        return max > 0 && isRedirect(head.status()) && head.header(LOCATION) != null;
    }

    /** Returns whether a response with {@code status} may lead elsewhere. */
    public static boolean isRedirect(int status) {
        return REDIRECTS.contains(status);
    }

    /**
     * Returns the request that follows {@code current}.
     *
     * @throws RedirectRefusedException if the redirect is not followed, saying why
     */
    public DefaultOutboundRequest follow(DefaultOutboundRequest current, ResponseHead redirect)
            throws RedirectRefusedException {
        return follow(current, redirect, null);
    }

    /**
     * As above, after a request with {@code shown}, which the partner may have repeated in the query: it is no part of the request
     * that follows, either.
     */
    public DefaultOutboundRequest follow(
            DefaultOutboundRequest current, ResponseHead redirect, @Nullable Credential shown)
            throws RedirectRefusedException {
        DefaultOutboundRequest next;
        try {
            String target = links.target(current.target(), String.valueOf(redirect.header(LOCATION)), "its Location");
            next = moved(current, redirect.status(), shown == null ? target : shown.removedFrom(target));
            next.checkHead(maxHead);
        } catch (LinkRefusedException | InvalidRequestException x) {
            throw new RedirectRefusedException(String.valueOf(x.getMessage()));
        }
        String line = lineOf(next);
        boolean circle = requests.contains(line);
        requests.add(line);
        if (circle) {
            throw new RedirectRefusedException("it is a loop: " + way());
        }
        if (requests.size() - 1 > max) {
            throw new RedirectRefusedException("there are more than %d: %s".formatted(max, way()));
        }
        return next;
    }

    private static DefaultOutboundRequest moved(DefaultOutboundRequest current, int status, String target)
            throws RedirectRefusedException {
        String method = current.method();
        boolean becomesGet = status == SEE_OTHER
                ? !method.equals("HEAD") && !method.equals(GET)
                : POST_BECOMES_GET.contains(status) && method.equals("POST");
        RequestBody body = current.body();
        if (becomesGet) {
            return new DefaultOutboundRequest(GET, target, withoutContent(current.headers()), null);
        }
        if (!current.repeatable()) {
            throw new RedirectRefusedException("the body of the request is streamed and cannot be sent again");
        }
        return new DefaultOutboundRequest(method, target, current.headers(), body);
    }

    /** The fields without those that describe a body (section 15.4, step 3). */
    private static List<Header> withoutContent(List<Header> headers) {
        return headers.stream()
                .filter(header -> {
                    String name = header.name().toLowerCase(Locale.ROOT);
                    return !name.startsWith("content-") && !name.equals("digest") && !name.equals("repr-digest");
                })
                .toList();
    }

    private String way() {
        return requests.stream().map(SecretNames::masked).collect(Collectors.joining(", "));
    }

    private static String lineOf(DefaultOutboundRequest request) {
        return request.method() + " " + request.target();
    }
}
