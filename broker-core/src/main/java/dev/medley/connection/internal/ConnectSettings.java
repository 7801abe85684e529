package dev.medley.connection.internal;

import dev.medley.connection.ProtocolChoice;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.AddressRule;
import java.time.Duration;

/**
 * The settings by which connections to a partner are made.
 *
 * @param protocol the protocol, or the choice of it
 * @param connectTimeout time for HTTP/2 to be set up once the socket is connected
 * @param handshakeTimeout time for the TLS handshake once the socket is connected
 * @param tls settings of TLS, for addresses that are {@linkplain Address#secure() secure}
 * @param http2 settings of HTTP/2
 * @param limits on the responses
 * @param allowedAddresses that connections may be made to
 */
public record ConnectSettings(
        ProtocolChoice protocol,
        Duration connectTimeout,
        Duration handshakeTimeout,
        TlsOptions tls,
        Http2Settings http2,
        ResponseLimits limits,
        AddressRule allowedAddresses) {

    /** Settings for HTTP/1.1, or for what is negotiated over TLS, with all else by default. */
    public static ConnectSettings of(Duration connectTimeout) {
        return new ConnectSettings(
                ProtocolChoice.AUTO,
                connectTimeout,
                connectTimeout,
                TlsOptions.DEFAULT,
                Http2Settings.DEFAULT,
                ResponseLimits.DEFAULT,
                AddressRule.ANY);
    }
}
