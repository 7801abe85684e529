package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Link;
import dev.medley.stubs.internal.loop.PlainLink;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.IssuedCertificate;
import dev.medley.stubs.tls.KeyStores;
import dev.medley.stubs.tls.TlsMisbehaviour;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Secures the connections of a raw partner, as a {@link TlsMisbehaviour} has it. */
record TlsLinks(SSLContext context, String protocol, TlsMisbehaviour misbehaviour) implements Link.Factory {

    /**
     * Creates links with a certificate of {@code authority}.
     *
     * @param protocol the name in ALPN
     */
    static TlsLinks of(CertificateAuthority authority, String protocol, TlsMisbehaviour misbehaviour) {
        return new TlsLinks(context(authority.issuedFor(misbehaviour)), protocol, misbehaviour);
    }

    @Override
    public Link create(SocketChannel channel, SelectionKey key) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        if (misbehaviour != TlsMisbehaviour.NO_ALPN) {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {protocol});
            engine.setSSLParameters(parameters);
        }
        return new TlsLink(new PlainLink(channel, key), engine, misbehaviour);
    }

    private static SSLContext context(IssuedCertificate issued) {
        try {
            char[] password = issued.password().toCharArray();
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(KeyStores.load(issued.keyStore(), issued.password()), password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException("no TLS with " + issued.keyStore() + ": " + x.getMessage(), x);
        }
    }
}
