package dev.medley.stubs;

import dev.medley.stubs.internal.tls.TlsPort;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.IssuedCertificate;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The choices that concern the server of {@link PartnerStubs}: ports, threads, connections, TLS. Not thread-safe.
 *
 * @param <B> the builder itself
 */
abstract class ServerBuilder<B extends ServerBuilder<B>> {

    private static final int HIGHEST_PORT = 65_535;

    List<Integer> ports = List.of(0);
    int threads = 8;
    int acceptBacklog = 4096;
    Duration idleTimeout = Duration.ofMinutes(5);
    int maxStreams = 100_000;

    @Nullable
    BiFunction<Runnable, Duration, Runnable> timer;

    @Nullable
    TlsPort tls;

    abstract B self();

    /** The one port to listen on; 0, the default, for any free one. */
    public B port(int port) {
        return ports(port);
    }

    /** The ports to listen on; 0 stands for any free one. */
    public B ports(int... ports) {
        if (ports.length == 0) {
            throw new IllegalArgumentException("at least one port is needed");
        }
        IntStream.of(ports).forEach(port -> require("port", port, 0, HIGHEST_PORT));
        this.ports = IntStream.of(ports).boxed().toList();
        return self();
    }

    /**
     * The threads that read requests and write answers, from 2, by default 8. On top of them comes one for each
     * port, which watches its connections, and the one of the timer.
     */
    public B threads(int threads) {
        require("threads", threads, 2, 10_000);
        this.threads = threads;
        return self();
    }

    /** The connections of each port that the system may keep until they are accepted; by default 4096. */
    public B acceptBacklog(int acceptBacklog) {
        require("acceptBacklog", acceptBacklog, 1, Integer.MAX_VALUE);
        this.acceptBacklog = acceptBacklog;
        return self();
    }

    /** The time for which a connection without any request in flight stays open; by default 300 seconds. */
    public B idleTimeout(Duration idleTimeout) {
        if (idleTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("idleTimeout is " + idleTimeout + ", but must be 1 ms or more");
        }
        this.idleTimeout = idleTimeout;
        return self();
    }

    /** The streams that a connection over HTTP/2 may have at a time; by default 100,000. */
    public B maxStreams(int maxStreams) {
        require("maxStreams", maxStreams, 1, Integer.MAX_VALUE);
        this.maxStreams = maxStreams;
        return self();
    }

    /** Serves TLS on all ports, with this certificate; by default they serve in the clear. */
    public B tls(IssuedCertificate certificate) {
        return tls(certificate.keyStore(), certificate.password());
    }

    /** Serves TLS on all ports, with a certificate of this authority for the names of the loopback address. */
    public B tls(CertificateAuthority authority) {
        return tls(authority.forLoopback());
    }

    /**
     * Serves TLS on all ports, with the key and the chain of this key store.
     *
     * @param keyStore a file in PKCS#12
     * @param password the password of the store and of its entry
     * @throws UncheckedIOException if the file cannot be read, or the password is wrong
     */
    public B tls(Path keyStore, String password) {
        this.tls = TlsPort.of(keyStore, password);
        return self();
    }

    /**
     * Accepts only clients with a certificate of this authority (mutual TLS).
     *
     * @param authority a file in PEM
     * @throws IllegalStateException unless {@link #tls} was called before
     */
    public B requireClientCertificate(Path authority) {
        if (tls == null) {
            throw new IllegalStateException("client certificates need TLS: call tls first");
        }
        this.tls = tls.clientAuthority(authority);
        return self();
    }

    /**
     * The timer of the delays; by default the stubs have one with a thread of its own. It serves the idle timeouts of
     * connections, too.
     *
     * @param timer runs a task once after a delay, and returns what cancels the task
     */
    public B timer(BiFunction<Runnable, Duration, Runnable> timer) {
        this.timer = timer;
        return self();
    }

    static void require(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s is %d, but must be from %d to %d".formatted(what, value, least, most));
        }
    }
}
