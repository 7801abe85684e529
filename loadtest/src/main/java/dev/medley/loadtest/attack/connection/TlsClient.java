package dev.medley.loadtest.attack.connection;

import dev.medley.loadtest.driver.plan.LoadTrust;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** TLS of the attacker, with sessions that are resumed. */
public final class TlsClient {

    private static final String ANY_HOST = "localhost";
    private static final int ANY_PORT = 443;

    private final SSLContext context;

    private TlsClient(SSLContext context) {
        this.context = context;
    }

    /**
     * Creates a client.
     *
     * @param authority certificate that it trusts, in PEM
     */
    public static TlsClient trusting(Path authority) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate certificate : LoadTrust.authoritiesOf(authority).authorities()) {
            store.setCertificateEntry("authority", certificate);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return new TlsClient(context);
    }

    public SSLEngine engine(Attack.Way way) {
        SSLEngine engine = context.createSSLEngine(ANY_HOST, ANY_PORT);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[] {way == Attack.Way.TLS_1_2 ? "TLSv1.2" : "TLSv1.3"});
        parameters.setApplicationProtocols(new String[] {way == Attack.Way.TLS_H2 ? "h2" : "http/1.1"});
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** Returns the record with which any client of this JVM begins a handshake, trusting whom it likes. */
    public static byte[] clientHello() {
        try {
            SSLEngine engine = SSLContext.getDefault().createSSLEngine(ANY_HOST, ANY_PORT);
            engine.setUseClientMode(true);
            ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), record);
            byte[] bytes = new byte[record.flip().remaining()];
            record.get(bytes);
            return bytes;
        } catch (GeneralSecurityException | SSLException x) {
            throw new IllegalStateException("no TLS in this JVM", x);
        }
    }
}
