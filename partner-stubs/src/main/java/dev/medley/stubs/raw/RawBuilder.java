package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Link;
import dev.medley.stubs.internal.loop.LocalPort;
import dev.medley.stubs.internal.loop.PlainLink;
import dev.medley.stubs.internal.loop.Tally;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.TlsMisbehaviour;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The choices that raw partners have in common, whichever protocol they speak. Not thread-safe.
 *
 * @param <M> the entries of the script
 * @param <B> the builder itself
 */
abstract class RawBuilder<M, B extends RawBuilder<M, B>> {

    private final String protocol;
    private final List<M> script = new ArrayList<>();
    private Duration dripInterval = Duration.ofMillis(50);
    private Link.Factory links = PlainLink::new;
    private String scheme = "http";
    private int port;

    /** Creates a builder; {@code protocol} is the name that ALPN has for it. */
    RawBuilder(String protocol) {
        this.protocol = protocol;
    }

    abstract B self();

    /** Opens the port, whose connections and requests {@code tally} counts. */
    abstract LocalPort open(Tally tally) throws IOException;

    /** Adds an entry to the script. */
    public B then(M misbehaviour) {
        return times(1, misbehaviour);
    }

    /** Adds the same entry to the script {@code count} times. */
    public B times(int count, M misbehaviour) {
        script.addAll(Collections.nCopies(count, misbehaviour));
        return self();
    }

    /** The time from one byte to the next where bytes come one by one; by default 50 ms. */
    public B dripInterval(Duration dripInterval) {
        if (dripInterval.isNegative()) {
            throw new IllegalArgumentException("dripInterval is " + dripInterval + ", but must not be negative");
        }
        this.dripInterval = dripInterval;
        return self();
    }

    /** Serves TLS, with a certificate of this authority for the names of the loopback address. */
    public B tls(CertificateAuthority authority) {
        return tls(authority, TlsMisbehaviour.OK);
    }

    /** Serves TLS and goes wrong in it. The certificate is issued at the first use of the misbehaviour. */
    public B tls(CertificateAuthority authority, TlsMisbehaviour misbehaviour) {
        this.links = TlsLinks.of(authority, protocol, misbehaviour);
        this.scheme = "https";
        return self();
    }

    /** The port to listen on; 0, the default, for any free one. */
    public B port(int port) {
        this.port = port;
        return self();
    }

    /** Returns the script, which has an entry. */
    final List<M> script() {
        if (script.isEmpty()) {
            throw new IllegalArgumentException("the script is empty");
        }
        return script;
    }

    final Duration dripInterval() {
        return dripInterval;
    }

    final Link.Factory links() {
        return links;
    }

    final String scheme() {
        return scheme;
    }

    final int port() {
        return port;
    }
}
