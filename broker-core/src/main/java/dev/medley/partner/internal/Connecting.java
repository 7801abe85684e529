package dev.medley.partner.internal;

import dev.medley.connection.internal.ConnectSettings;
import dev.medley.connection.internal.Http2Settings;
import dev.medley.connection.internal.ResponseLimits;
import dev.medley.connection.internal.TlsOptions;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.AddressRule;
import dev.medley.partner.LimitSettings;
import dev.medley.partner.PartnerHttp2Settings;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.PartnerTlsSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the settings of a partner are for its connections. */
public final class Connecting {

    private Connecting() {}

    /** Returns the settings by which connections are made. */
    public static ConnectSettings settings(PartnerSettings partner) {
        return new ConnectSettings(
                partner.protocol(),
                partner.connectTimeout(),
                partner.tls().handshakeTimeout(),
                tls(partner.tls()),
                http2(partner.http2()),
                limits(partner.limits()),
                partner.publicAddressesOnly() ? AddressRule.PUBLIC : AddressRule.ANY);
    }

    /** Returns the limits on responses. */
    public static ResponseLimits limits(LimitSettings limits) {
        return new ResponseLimits(
                limits.maxResponseHead(), limits.maxResponseFields(), limits.maxStreamedBody(), limits.maxExpansion());
    }

    private static TlsOptions tls(PartnerTlsSettings tls) {
        return new TlsOptions(tls.verify(), tls.trust(), tls.certificate(), tls.key(), tls.versions(), tls.ciphers());
    }

    private static Http2Settings http2(PartnerHttp2Settings http2) {
        return new Http2Settings(
                http2.connections(),
                http2.maxStreams(),
                http2.streamWindow(),
                http2.connectionWindow(),
                http2.pingInterval());
    }

    /** Returns the files whose content belongs to the settings: of certificates and keys. */
    public static List<Path> files(PartnerSettings partner) {
        return Stream.concat(partner.tls().files().stream(), partner.auth().files().stream())
                .toList();
    }

    /** Returns the address of the partner's host; of the first, if it has several. */
    public static Address address(PartnerSettings partner) {
        return Address.of(partner.url());
    }

    /** Returns whether one of the partner's URLs is at {@code address}. */
    public static boolean isAt(PartnerSettings partner, Address address) {
        return partner.urls().stream().anyMatch(each -> Address.of(each.url()).equals(address));
    }

    /** Returns the path that precedes that of each request: empty, or begins and does not end with a slash. */
    public static String basePath(PartnerSettings partner) {
        String path = partner.url().getRawPath() == null ? "" : partner.url().getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
