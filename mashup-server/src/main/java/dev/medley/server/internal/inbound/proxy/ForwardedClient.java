package dev.medley.server.internal.inbound.proxy;

import dev.medley.config.ForwardedField;
import dev.medley.config.ProxySettings;
import dev.medley.setting.internal.AddressRange;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import org.eclipse.jetty.http.HostPortHttpField;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.HostPort;
import org.jspecify.annotations.Nullable;

/**
 * Has a request show the client in place of the trusted proxies between: its address, its scheme, and the host that it asked
 * for. Fields in which anyone else says so are dropped, and so is the {@code https} of a target without TLS; whatever has read them believes
 * them.
 *
 * <p>The client is the last address in the field that is not a trusted proxy: all before it may be forged (RFC 7239, section 8.1).
 */
public final class ForwardedClient implements HttpConfiguration.Customizer {

    private static final String OTHERS = "x-forwarded-";

    /** As RFC 7239, section 6.2, calls the address of a client. */
    private static final String UNKNOWN = "unknown";

    private final ForwardedField named;
    private final List<AddressRange> trusted;

    /** Creates the customizer of a server behind {@code proxies}. */
    public ForwardedClient(ProxySettings proxies) {
        named = proxies.field();
        trusted = proxies.trusted().stream().map(AddressRange::parse).toList();
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        HttpFields fields = request.getHeaders();
        boolean any = false;
        for (int i = 0; i < fields.size() && !any; i++) {
            any = isForwarded(fields.getField(i)) || isOther(fields.getField(i));
        }
        boolean saysSecure = HttpScheme.HTTPS.is(request.getHttpURI().getScheme())
                && !request.getConnectionMetaData().isSecure();
        if (!any && !saysSecure) {
            return request;
        }
        boolean trusted = request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress nearest
                && isTrusted(nearest.getAddress());
        HttpFields.Mutable kept = HttpFields.build();
        for (HttpField each : fields) {
            if (isKept(each, trusted)) {
                kept.add(each);
            }
        }
        @Nullable ForwardedHop client = trusted ? client(fields) : null;
        if (client != null && client.host() != null) {
            kept.put(new HostPortHttpField(client.host()));
        }
        HttpURI uri = client == null ? request.getHttpURI() : uri(request.getHttpURI(), client);
        if (saysSecure && !trusted) {
            uri = HttpURI.build(uri).scheme(HttpScheme.HTTP).asImmutable();
        }
        return new OfClient(request, kept.asImmutable(), client, uri);
    }

    private static HttpURI uri(HttpURI given, ForwardedHop client) {
        if (client.scheme() == null && client.host() == null) {
            return given;
        }
        HttpURI.Mutable uri = HttpURI.build(given);
        if (client.scheme() != null) {
            uri.scheme(client.scheme());
        }
        if (client.host() != null) {
            HostPort host = new HostPort(client.host());
            uri.authority(host.getHost(), host.getPort());
        }
        return uri.asImmutable();
    }

    private boolean isKept(HttpField field, boolean trusted) {
        if (isForwarded(field)) {
            return trusted && named == ForwardedField.FORWARDED;
        }
        return !isOther(field) || (trusted && named == ForwardedField.X_FORWARDED);
    }

    private @Nullable ForwardedHop client(HttpFields fields) {
        List<ForwardedHop> hops = ForwardedHop.of(named, fields);
        for (int i = hops.size() - 1; i > 0; i--) {
            InetAddress address = hops.get(i).address();
            if (address == null || !isTrusted(address)) {
                return hops.get(i);
            }
        }
        return hops.isEmpty() ? null : hops.get(0);
    }

    private boolean isTrusted(@Nullable InetAddress address) {
        if (address == null) {
            return false;
        }
        for (AddressRange each : this.trusted) {
            if (each.contains(address)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isForwarded(HttpField field) {
        return field.getHeader() == HttpHeader.FORWARDED;
    }

    private static boolean isOther(HttpField field) {
        return field.getName().regionMatches(true, 0, OTHERS, 0, OTHERS.length());
    }

    /** The request as the client has sent it, as far as the proxies say. */
    private static final class OfClient extends Request.Wrapper {

        private final HttpFields fields;
        private final HttpURI uri;
        private final ConnectionMetaData connection;

        OfClient(Request request, HttpFields fields, @Nullable ForwardedHop client, HttpURI uri) {
            super(request);
            this.fields = fields;
            this.uri = uri;
            InetSocketAddress address = client == null ? null : address(client);
            connection = address == null
                    ? request.getConnectionMetaData()
                    : new ConnectionMetaData.Wrapper(request.getConnectionMetaData()) {
                        @Override
                        public SocketAddress getRemoteSocketAddress() {
                            return address;
                        }
                    };
        }

        /** A client that is hidden has no address: that of the proxy may do what the client may not. */
        private static @Nullable InetSocketAddress address(ForwardedHop client) {
            if (client.isHidden()) {
                return InetSocketAddress.createUnresolved(UNKNOWN, 0);
            }
            return client.address() == null ? null : new InetSocketAddress(client.address(), 0);
        }

        @Override
        public HttpFields getHeaders() {
            return fields;
        }

        @Override
        public HttpURI getHttpURI() {
            return uri;
        }

        @Override
        public boolean isSecure() {
            return HttpScheme.HTTPS.is(uri.getScheme());
        }

        @Override
        public ConnectionMetaData getConnectionMetaData() {
            return connection;
        }
    }
}
