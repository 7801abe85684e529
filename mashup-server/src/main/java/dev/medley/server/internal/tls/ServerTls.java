package dev.medley.server.internal.tls;

import dev.medley.config.TlsSettings;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.RepeatedLook;
import dev.medley.tls.internal.CertificateFileException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS of one connector. Every {@value #LOOK_SECONDS} seconds it looks at the files of the certificates. If they have
 * changed, later handshakes get the new ones; open connections stay as they are. New files that cannot be used, such as a
 * key that is replaced a moment after its certificate, change nothing; if they stay so until the next look, that is logged.
 * Thread-safe.
 */
public final class ServerTls implements AutoCloseable {

    /** Seconds between two looks at the files. */
    public static final long LOOK_SECONDS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);
    private static final Duration LOOK = Duration.ofSeconds(LOOK_SECONDS);

    private final String key;
    private final Supplier<Instant> now;
    private final CurrentContext context;
    private final ExpiryWarnings warnings;
    private final Executor readers;

    private volatile TlsSettings settings;
    private volatile List<ServerCertificate> certificates;
    private volatile @Nullable RepeatedLook looks;
    private volatile boolean closed;

    private TlsFiles files;
    private String used;
    /** The fingerprint of new files that could not be used; empty if there are none. */
    private String refused = "";
    /** Their fault, until it is logged. */
    private @Nullable String fault;

    private ServerTls(String key, TlsSettings settings, Supplier<Instant> now, Executor readers) throws IOException {
        this.key = key;
        this.settings = settings;
        this.now = now;
        this.readers = readers;
        files = new TlsFiles(settings);
        warnings = new ExpiryWarnings(key);
        // Before the content: what changes in between is noticed by the next look.
        used = files.fingerprint();
        TlsFiles.Content content = read(files);
        NamedCertificates first = started(settings, content);
        checkCiphers(settings, first);
        context = new CurrentContext(first);
        certificates = content.certificates();
        warnings.check(certificates, now.get());
    }

    /**
     * Reads the files of a connector.
     *
     * @param key the dotted key of the settings, for messages
     * @param settings with a certificate
     * @param now the time of day
     * @param readers runs what reads files, and may block
     * @throws IOException if a file cannot be used; the message has key, file, fault and what is expected
     */
    public static ServerTls open(String key, TlsSettings settings, Supplier<Instant> now, Executor readers)
            throws IOException {
        return new ServerTls(key, settings, now, readers);
    }

    private TlsFiles.Content read(TlsFiles from) throws IOException {
        try {
            return from.read();
        } catch (CertificateFileException x) {
            throw new IOException(key + ": " + x.getMessage(), x);
        }
    }

    /**
     * Reads the files of other settings of this connector. Blocks meanwhile.
     *
     * @param next with a certificate
     * @return brings them into effect; does nothing if neither the settings nor the files have changed
     * @throws IOException if a file cannot be used; the message has key, file, fault and what is expected
     */
    Runnable prepare(TlsSettings next) throws IOException {
        TlsFiles nextFiles = new TlsFiles(next);
        String found = nextFiles.fingerprint();
        if (isUsed(next, found)) {
            return () -> {};
        }
        TlsFiles.Content content = read(nextFiles);
        NamedCertificates named = started(next, content);
        checkCiphers(next, named);
        return () -> use(next, nextFiles, found, named, content);
    }

    private synchronized boolean isUsed(TlsSettings next, String found) {
        return settings.equals(next) && found.equals(used);
    }

    private synchronized void use(
            TlsSettings next, TlsFiles nextFiles, String found, NamedCertificates named, TlsFiles.Content content) {
        settings = next;
        files = nextFiles;
        used = found;
        refused = "";
        fault = null;
        replace(named, content);
    }

    /** Returns the factory of connections that continue with {@code nextProtocol} once the handshake is over. */
    public SslConnectionFactory connections(String nextProtocol, Clock clock, Duration handshakeTimeout) {
        return new TlsConnectionFactory(context, nextProtocol, clock, handshakeTimeout);
    }

    /** Begins to look at the files. */
    public void start(Clock clock) {
        RepeatedLook made = RepeatedLook.of("look at the files of " + key, clock, LOOK, readers, this::look);
        looks = made;
        made.start(LOOK);
        if (closed) {
            made.close();
        }
    }

    /** Returns the state of this moment. */
    public TlsState state() {
        return new TlsState(settings.clientAuth(), settings.versions(), certificates);
    }

    @Override
    public void close() {
        closed = true;
        RepeatedLook made = looks;
        if (made != null) {
            made.close();
        }
    }

    private synchronized boolean look() {
        try {
            lookAtFiles();
        } finally {
            // The old ones stay in use, whatever the new ones are.
            warnings.check(certificates, now.get());
        }
        return true;
    }

    private void lookAtFiles() {
        String found = files.fingerprint();
        if (found.equals(used)) {
            refused = "";
            fault = null;
        } else if (!found.equals(refused)) {
            reload(found);
        } else if (fault != null) {
            LOG.warn("{}: the files have changed and cannot be used; the old certificates stay: {}", key, fault);
            fault = null;
        }
    }

    private void reload(String found) {
        try {
            TlsFiles.Content content = files.read();
            replace(started(settings, content), content);
            used = found;
            refused = "";
            fault = null;
        } catch (CertificateFileException | IOException x) {
            LOG.debug("{}: the files have changed and do not fit together (yet)", key, x);
            refused = found;
            fault = x.getMessage();
        }
    }

    private void replace(NamedCertificates named, TlsFiles.Content content) {
        context.replace(named);
        certificates = content.certificates();
        for (ServerCertificate certificate : certificates) {
            LOG.info("{}: certificate {} until {}", key, certificate.subject(), certificate.notAfter());
        }
    }

    private NamedCertificates started(TlsSettings with, TlsFiles.Content content) throws IOException {
        NamedCertificates named = new NamedCertificates(with, content);
        try {
            named.start();
        } catch (Exception x) {
            throw new IOException(key + ": cannot be used for TLS: " + x, x);
        }
        return named;
    }

    private void checkCiphers(TlsSettings with, NamedCertificates named) throws IOException {
        List<String> supported = named.supportedCiphers();
        for (String cipher : with.ciphers()) {
            if (!supported.contains(cipher)) {
                throw new IOException("%s.ciphers: this Java runtime has no cipher suite %s; expected one of %s"
                        .formatted(key, cipher, String.join(", ", supported)));
            }
        }
    }
}
