package dev.medley.stubs.tls;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * A certificate authority for tests and demonstrations. All of its keys, its own included, are files in one folder, under
 * a password that is no secret: trust it nowhere else.
 *
 * <pre>{@code
 * CertificateAuthority authority = CertificateAuthority.create(folder, "Medley demo");
 * IssuedCertificate server = authority.issue(CertificateRequest.forHosts("localhost", "127.0.0.1"));
 * IssuedCertificate client = authority.issue(CertificateRequest.forClient("CN=alice"));
 * }</pre>
 *
 * <p>It runs the {@code keytool} of this JVM's Java installation, once for each certificate, which takes about half a
 * second and blocks. Thread-safe.
 */
public final class CertificateAuthority {

    private static final String PASSWORD = "changeit";
    private static final String AUTHORITY = "authority";
    private static final String LEAF = "leaf";
    private static final String AUTHORITY_DAYS = "3650";

    private final Keytool keytool;
    private final Path folder;
    private final Path keyStore;
    private final Map<TlsMisbehaviour, IssuedCertificate> issued = new ConcurrentHashMap<>();

    private CertificateAuthority(Keytool keytool, Path folder) {
        this.keytool = keytool;
        this.folder = folder;
        this.keyStore = folder.resolve(AUTHORITY + ".p12");
    }

    /**
     * Makes an authority with a key of its own.
     *
     * @param folder the folder of its files, created if need be; it has no authority yet
     * @param name its common name, without the characters that distinguished names reserve
     * @throws IllegalArgumentException if the folder has an authority already
     * @throws IllegalStateException if {@code keytool} fails; the message has its output
     * @throws UncheckedIOException if {@code keytool} cannot be run, or a file not written
     */
    public static CertificateAuthority create(Path folder, String name) {
        return create(folder, name, Keytool.ofThisJdk());
    }

    static CertificateAuthority create(Path folder, String name, Keytool keytool) {
        CertificateAuthority authority = new CertificateAuthority(keytool, folder);
        if (Files.exists(authority.keyStore)) {
            throw new IllegalArgumentException(folder + " has a certificate authority already");
        }
        authority.makeOwn(name);
        return authority;
    }

    /** The certificate of the authority in PEM, for those that trust it. */
    public Path certificate() {
        return folder.resolve(AUTHORITY + ".pem");
    }

    /**
     * Issues a certificate. Its files are named after its first host, or its common name.
     *
     * @throws IllegalStateException if {@code keytool} fails; the message has its output
     * @throws UncheckedIOException if {@code keytool} cannot be run, or a file not written
     */
    public IssuedCertificate issue(CertificateRequest request) {
        try {
            // keytool wants the keys of the signer and of the signed in one store; a copy keeps this one as it is.
            Path work = Files.createTempFile(folder, "issue", ".p12");
            try {
                Files.copy(keyStore, work, StandardCopyOption.REPLACE_EXISTING);
                keytool.run(leafArguments(request, work));
                return write(name(request), KeyStores.load(work, PASSWORD));
            } finally {
                Files.delete(work);
            }
        } catch (IOException x) {
            throw new UncheckedIOException("no certificate in " + folder + ": " + x.getMessage(), x);
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException("no certificate in " + folder + ": " + x.getMessage(), x);
        }
    }

    /** Returns a certificate for {@code localhost}, {@code 127.0.0.1} and {@code ::1}, issued at the first call. */
    public IssuedCertificate forLoopback() {
        return issuedFor(TlsMisbehaviour.OK);
    }

    /** Returns the certificate that a misbehaviour needs, issued at the first call. */
    public IssuedCertificate issuedFor(TlsMisbehaviour misbehaviour) {
        return switch (misbehaviour) {
            case OTHER_HOST -> issued(misbehaviour, CertificateRequest.forHosts("other.example"));
            case EXPIRED -> issued(misbehaviour, loopback().expired());
            case NOT_YET_VALID -> issued(misbehaviour, loopback().notYetValid());
            case UNKNOWN_AUTHORITY -> issued.computeIfAbsent(misbehaviour, key -> issuedByOther());
            default -> issued(TlsMisbehaviour.OK, loopback());
        };
    }

    private IssuedCertificate issued(TlsMisbehaviour misbehaviour, CertificateRequest request) {
        return issued.computeIfAbsent(misbehaviour, key -> issue(request));
    }

    private IssuedCertificate issuedByOther() {
        return create(folder.resolve("unknown"), "Unknown authority", keytool).issue(loopback());
    }

    private static CertificateRequest loopback() {
        return CertificateRequest.forHosts("localhost", "127.0.0.1", "::1");
    }

    private void makeOwn(String name) {
        List<String> arguments = generate(AUTHORITY, "CN=" + name, keyStore);
        arguments.addAll(List.of("-ext", "bc:c=ca:true", "-ext", "ku:c=keyCertSign,cRLSign"));
        arguments.addAll(List.of("-validity", AUTHORITY_DAYS, "-startdate", "-1d"));
        arguments.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
        try {
            Files.createDirectories(folder);
            keytool.run(arguments);
            PemFile.write(
                    certificate(), List.of(KeyStores.load(keyStore, PASSWORD).getCertificate(AUTHORITY)));
        } catch (IOException x) {
            throw new UncheckedIOException("no authority in " + folder + ": " + x.getMessage(), x);
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException("no authority in " + folder + ": " + x.getMessage(), x);
        }
    }

    private static List<String> leafArguments(CertificateRequest request, Path work) {
        List<String> arguments = generate(LEAF, request.subject(), work);
        arguments.addAll(List.of("-signer", AUTHORITY, "-startdate", Keytool.startDate(request.from())));
        arguments.addAll(List.of("-validity", String.valueOf(request.days())));
        arguments.addAll(List.of("-ext", "ku:c=digitalSignature", "-ext", "eku=serverAuth,clientAuth"));
        arguments.addAll(
                request.rsa()
                        ? List.of("-keyalg", "RSA", "-keysize", "2048")
                        : List.of("-keyalg", "EC", "-groupname", "secp256r1"));
        if (!request.hosts().isEmpty()) {
            arguments.addAll(List.of("-ext", "san=" + alternativeNames(request.hosts())));
        }
        return arguments;
    }

    private static List<String> generate(String alias, String subject, Path store) {
        List<String> arguments = new ArrayList<>(List.of("-genkeypair", "-alias", alias, "-dname", subject));
        arguments.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", store.toString()));
        return arguments;
    }

    private static String alternativeNames(List<String> hosts) {
        return hosts.stream()
                .map(host -> (isAddress(host) ? "ip:" : "dns:") + host)
                .collect(Collectors.joining(","));
    }

    private static boolean isAddress(String host) {
        return host.contains(":") || host.matches("[0-9.]+");
    }

    private static String name(CertificateRequest request) {
        String name = request.hosts().isEmpty()
                ? request.subject().replaceFirst("(?i)^.*?CN=([^,]*).*$", "$1")
                : request.hosts().get(0);
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-").replaceAll("^[-.]+", "");
    }

    private synchronized IssuedCertificate write(String name, KeyStore issued)
            throws IOException, GeneralSecurityException {
        PrivateKey key = (PrivateKey) issued.getKey(LEAF, PASSWORD.toCharArray());
        Certificate[] chain = issued.getCertificateChain(LEAF);
        IssuedCertificate files = files(name);
        PemFile.write(files.chain(), List.of(chain));
        PemFile.write(files.key(), key);
        KeyStore store = KeyStores.empty();
        store.setKeyEntry(LEAF, key, PASSWORD.toCharArray(), chain);
        PemFile.createForOwner(files.keyStore());
        try (OutputStream output = Files.newOutputStream(files.keyStore())) {
            store.store(output, PASSWORD.toCharArray());
        }
        return files;
    }

    /** Reserves names of files that no other certificate has. */
    private IssuedCertificate files(String name) throws IOException {
        String unique = name;
        for (int number = 2; Files.exists(folder.resolve(unique + ".pem")); number++) {
            unique = name + "-" + number;
        }
        Path chain = Files.createFile(folder.resolve(unique + ".pem"));
        return new IssuedCertificate(chain, folder.resolve(unique + ".key"), folder.resolve(unique + ".p12"), PASSWORD);
    }
}
