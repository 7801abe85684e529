package dev.medley.exchange.internal.target;

import dev.medley.connection.Header;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.address.Address;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.credential.Credential;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The links in the responses of a partner that lead to the partner itself: only these are followed. Immutable. */
public final class OwnLinks {

    private static final String LINK = "the link";
    private static final String GET = "GET";
    private static final String NEVER_IN_URIS = " \"<>^`{|}";

    private final List<Address> origins;

    /** Creates the links within {@code origins}, of which the first is that of the partner's URL. */
    OwnLinks(List<Address> origins) {
        this.origins = List.copyOf(origins);
    }

    /** Returns the origins of a partner: that of its URL, and those of its endpoints. */
    static List<Address> originsOf(Partner partner) {
        List<Address> origins = new ArrayList<>();
        origins.add(partner.address());
        partner.endpoints().forEach(endpoint -> origins.add(endpoint.address()));
        return origins;
    }

    /**
     * Returns the path and query that a link of {@code partner} stands for, behind the path of the partner's URL.
     *
     * @param current path and query of the request whose response has the link
     * @param shown the credential that the partner may have repeated in the query, which is removed; null for none
     * @param fields of the request that follows the link
     * @throws LinkRefusedException if it leads away from the partner's origins, or from the path of its URL, or if the partner can be
     *     sent no such request: that is the fault of the link, and of no value of the request
     */
    public static String targetOf(
            Partner partner, String current, String link, @Nullable Credential shown, List<Header> fields)
            throws LinkRefusedException {
        String whole = withoutBrackets(new OwnLinks(originsOf(partner)).target(current, ascii(link), LINK));
        String target = shown == null ? whole : shown.removedFrom(whole);
        String base = partner.basePath();
        String rest = target.startsWith(base) ? target.substring(base.length()) : null;
        if (rest == null || !(rest.isEmpty() || rest.startsWith("/") || rest.startsWith("?"))) {
            throw new LinkRefusedException("it leads away from the path of the partner");
        }
        try {
            new DefaultOutboundRequest(GET, target, fields, null).checkHead(partner.maxRequestHead());
        } catch (InvalidRequestException x) {
            throw new LinkRefusedException(
                    x.tooLong() ? "it makes a request that is too long" : "no request can have such a target");
        }
        return rest;
    }

    /** Services write other characters than those of URIs as they are, too; a request has them encoded, as that of a browser. */
    private static String ascii(String link) {
        StringBuilder encoded = new StringBuilder(link.length());
        for (char c : link.strip().toCharArray()) {
            if (NEVER_IN_URIS.indexOf(c) < 0) {
                encoded.append(c);
            } else {
                encoded.append("%%%02X".formatted((int) c));
            }
        }
        try {
            return new URI(encoded.toString()).toASCIIString();
        } catch (URISyntaxException x) {
            // It is refused for that.
            return link;
        }
    }

    /** A URI may have them, but a request's target has them encoded; an address has them around its host. */
    private static String withoutBrackets(String target) {
        return target.replace("[", "%5B").replace("]", "%5D");
    }

    /**
     * Returns the path and query that {@code location} stands for (RFC 3986, section 5.2).
     *
     * @param current path and query of the request whose response has it
     * @param name of the location, for messages
     * @throws LinkRefusedException if it is no location of the partner; the message does not have it
     */
    String target(String current, String location, String name) throws LinkRefusedException {
        URI reference;
        try {
            reference = new URI(location);
            if (reference.getScheme() == null && reference.getRawAuthority() != null) {
                reference = new URI(origins.get(0).scheme() + ":" + location);
            }
        } catch (URISyntaxException x) {
            throw new LinkRefusedException(name + " is not a URI");
        }
        if (reference.getScheme() != null && !isOwn(reference)) {
            throw new LinkRefusedException("it leads away from the partner, to " + originOf(reference));
        }
        String query = reference.getRawQuery();
        String path = reference.getRawPath();
        boolean samePath = reference.getScheme() == null && path.isEmpty();
        if (samePath && query == null) {
            return current;
        }
        String whole = withoutDots(samePath ? pathOf(current) : absolute(path, current));
        if (whole.startsWith("//") || DotSegments.isIn(whole)) {
            throw new LinkRefusedException("the path of %s is ambiguous".formatted(name));
        }
        return query == null ? whole : whole + "?" + query;
    }

    private static String pathOf(String target) {
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }

    private static String absolute(String path, String current) {
        if (path.isEmpty() || path.startsWith("/")) {
            return path.isEmpty() ? "/" : path;
        }
        String base = pathOf(current);
        return base.substring(0, base.lastIndexOf('/') + 1) + path;
    }

    /** Removes the segments {@code .} and {@code ..} (RFC 3986, section 5.2.4). */
    private static String withoutDots(String path) {
        if (path.indexOf('.') < 0) {
            return path;
        }
        Deque<String> kept = new ArrayDeque<>();
        String[] segments = path.substring(1).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            boolean up = segments[i].equals("..");
            if (up) {
                kept.pollLast();
            } else if (!segments[i].equals(".")) {
                kept.addLast(segments[i]);
                continue;
            }
            if (i == segments.length - 1) {
                kept.addLast("");
            }
        }
        return "/" + String.join("/", kept);
    }

    private boolean isOwn(URI to) {
        Address address = addressOf(to);
        return address != null
                && to.getRawUserInfo() == null
                && origins.stream().anyMatch(each -> isSame(address, each));
    }

    private static boolean isSame(Address one, Address other) {
        return one.scheme().equals(other.scheme())
                && one.host().equalsIgnoreCase(other.host())
                && one.port() == other.port();
    }

    private static @Nullable Address addressOf(URI to) {
        try {
            return Address.of(to);
        } catch (IllegalArgumentException x) {
            return null;
        }
    }

    private static String originOf(URI to) {
        Address address = addressOf(to);
        return address == null
                ? "something that is not an http or https URL"
                : address.scheme() + "://" + address.authority();
    }
}
