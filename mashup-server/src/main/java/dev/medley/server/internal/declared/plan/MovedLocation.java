package dev.medley.server.internal.declared.plan;

import dev.medley.connection.Header;
import dev.medley.connection.internal.address.Address;
import dev.medley.exchange.Exchange;
import dev.medley.partner.internal.Partner;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Location} of responses that are passed on: one that leads to what the mashup passes on leads to the mashup, as the
 * partner's own address may be one that clients cannot reach. Any other stays as it is.
 */
final class MovedLocation {

    private static final String LOCATION = "Location";

    private final Partner partner;
    private final String own;
    private final String rest;

    /**
     * Creates the rewriting for one request.
     *
     * @param own the path of the mashup, encoded, without a slash at its end
     * @param rest what the partner's path has behind that which the mashup stands for, encoded
     */
    MovedLocation(Partner partner, String own, String rest) {
        this.partner = partner;
        this.own = own;
        this.rest = rest;
    }

    /** Returns the fields of a response to {@code exchange} as those of the reply. */
    List<Header> rewritten(Exchange exchange, List<Header> fields) {
        List<Header> all = new ArrayList<>(fields.size());
        for (Header each : fields) {
            String moved = each.name().equalsIgnoreCase(LOCATION) ? moved(exchange, each.value()) : null;
            all.add(moved == null ? each : new Header(each.name(), moved));
        }
        return all;
    }

    /** Returns the location at the mashup; null if it is elsewhere. */
    private @Nullable String moved(Exchange exchange, String location) {
        URI uri;
        try {
            uri = new URI(location);
        } catch (URISyntaxException x) {
            return null;
        }
        String path = uri.getRawPath();
        boolean isAbsolute = uri.getRawAuthority() != null;
        if (path == null || (isAbsolute ? !isOf(uri) : !path.startsWith("/"))) {
            return null;
        }
        String prefix = prefix(exchange.request().target());
        if (!path.startsWith(prefix) || path.contains("/..")) {
            return null;
        }
        String behind = path.substring(prefix.length());
        if (!behind.isEmpty() && !behind.startsWith("/")) {
            return null;
        }
        StringBuilder moved = new StringBuilder(own).append(behind);
        if (moved.isEmpty()) {
            moved.append('/');
        }
        if (moved.charAt(0) == '/' && moved.length() > 1 && moved.charAt(1) == '/') {
            // The name of another host, where the mashup has the root.
            return null;
        }
        if (uri.getRawQuery() != null) {
            moved.append('?').append(uri.getRawQuery());
        }
        if (uri.getRawFragment() != null) {
            moved.append('#').append(uri.getRawFragment());
        }
        return moved.toString();
    }

    /** Returns the path that the mashup stands for, of a target at the partner, without a slash at its end. */
    private String prefix(String target) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String prefix = path.substring(0, path.length() - rest.length());
        return prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
    }

    private boolean isOf(URI uri) {
        List<Address> addresses = new ArrayList<>();
        addresses.add(partner.address());
        partner.endpoints().forEach(each -> addresses.add(each.address()));
        String scheme = uri.getScheme() == null ? addresses.get(0).scheme() : uri.getScheme();
        Address given;
        try {
            given = Address.of(new URI(scheme.toLowerCase(Locale.ROOT) + "://" + uri.getRawAuthority()));
        } catch (URISyntaxException | IllegalArgumentException x) {
            return false;
        }
        return addresses.stream()
                .anyMatch(each -> each.scheme().equals(given.scheme())
                        && each.host().equalsIgnoreCase(given.host())
                        && each.port() == given.port());
    }
}
