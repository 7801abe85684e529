package dev.medley.loadtest.attack.way;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.attack.RecordingPeer;
import dev.medley.loadtest.attack.RecordingPeer.Seen;
import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.AttackConnection;
import dev.medley.loadtest.attack.connection.AttackLoop;
import dev.medley.loadtest.attack.connection.TlsClient;
import dev.medley.loadtest.attack.connection.TlsLink;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.tls.CertificateAuthority;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server with TLS receives records that tell what the name of each attack over TLS promises, as far as these are not encrypted. */
@Timeout(60)
class TlsAttacksTest {

    private static final long WAIT = TimeUnit.SECONDS.toNanos(10);
    private static final int CHANGE_CIPHER = 20;
    private static final int HANDSHAKE = 22;
    private static final int DATA = 23;
    private static final int PRE_SHARED_KEY = 41;

    /** What TLS 1.3 adds to what a record holds: its type and a tag, and Java 16 bytes of padding. */
    private static final int ADDED = 33;

    private static final int KEY_UPDATE = 5 + ADDED;
    private static final int CLOSE_NOTIFY = 2 + ADDED;

    @TempDir
    static Path folder;

    private static PartnerStubs server;
    private static TlsClient client;

    /** By the records of the last connection. */
    private static final Map<String, Predicate<List<Sent>>> PROMISED = Map.ofEntries(
            entry("tls-resumptions", sent -> sent.get(0).hasExtension(PRE_SHARED_KEY) && number(sent, DATA) >= 1),
            entry(
                    "tls-renegotiation",
                    sent -> sent.get(0).type() == HANDSHAKE
                            && sent.stream()
                                    .dropWhile(each -> each.type() != DATA)
                                    .anyMatch(each -> each.type() == HANDSHAKE)),
            entry("tls-new-keys", sent -> ofLength(sent, KEY_UPDATE) >= 20 && ofLength(sent, 1 + ADDED) >= 20),
            entry("tls-tiny-records", sent -> ofLength(sent, 1 + ADDED) >= 200),
            entry("tls-close-notify", sent -> ofLength(sent, CLOSE_NOTIFY) == 1),
            entry("tls-pass-unread", sent -> ofLength(sent, request(Targets.ENDLESS)) == 1),
            entry("tls-h2-zero-window", sent -> sent.get(0).text().contains("\u0002h2") && number(sent, DATA) >= 2));

    /** A record of the client. */
    private record Sent(int type, String text) {

        /** Returns whether it is a ClientHello with this extension. */
        boolean hasExtension(int number) {
            return text.charAt(0) == 1 && extensions().contains(number);
        }

        private List<Integer> extensions() {
            List<Integer> numbers = new ArrayList<>();
            int at = 38;
            at += 1 + text.charAt(at);
            at += 2 + number(at);
            at += 1 + text.charAt(at);
            for (at += 2; at + 4 <= text.length(); at += 4 + number(at + 2)) {
                numbers.add(number(at));
            }
            return numbers;
        }

        private int number(int at) {
            return text.charAt(at) << Byte.SIZE | text.charAt(at + 1);
        }
    }

    @BeforeAll
    static void start() throws IOException, GeneralSecurityException {
        CertificateAuthority authority = CertificateAuthority.create(folder, "test");
        server = PartnerStubs.builder().recorded(0).tls(authority.forLoopback()).start();
        client = TlsClient.trusting(authority.certificate());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Attack> overTls() {
        return Attacks.all().stream()
                .filter(attack -> attack.way() != Attack.Way.CLEAR && attack.way() != Attack.Way.CLEAR_TO_TLS);
    }

    @ParameterizedTest
    @MethodSource("overTls")
    void theServerReceivesWhatTheNamePromises(Attack attack) throws IOException {
        assertThat(PROMISED).containsKey(attack.name());
        Predicate<List<Sent>> promised = Objects.requireNonNull(PROMISED.get(attack.name()));
        int recordBytes = attack.way() == Attack.Way.TLS_TINY_RECORDS ? 1 : 16_384;
        boolean[] kept = new boolean[1];
        try (RecordingPeer peer = RecordingPeer.before(server.uri().getPort())) {
            long end = System.nanoTime() + WAIT;
            AttackConnection.Links links =
                    (channel, budget) -> new TlsLink(channel, budget, client.engine(attack.way()), recordBytes);
            new AttackLoop(attack.connections(1), peer.address(), links, 1_000_000).run(totals -> {
                kept[0] = peer.connections().stream()
                        .map(TlsAttacksTest::records)
                        .anyMatch(sent -> !sent.isEmpty() && promised.test(sent));
                return !kept[0] && System.nanoTime() - end < 0;
            });
            assertThat(kept[0])
                    .as("%s: %s, but sent %s", attack.name(), attack.what(), summary(peer.connections()))
                    .isTrue();
        }
    }

    /** The whole records so far, without those that only look like an older version. */
    private static List<Sent> records(Seen seen) {
        String text = seen.text();
        List<Sent> records = new ArrayList<>();
        int at = 0;
        while (at + 5 <= text.length()) {
            int end = at + 5 + (text.charAt(at + 3) << Byte.SIZE | text.charAt(at + 4));
            if (end <= text.length() && text.charAt(at) != CHANGE_CIPHER) {
                records.add(new Sent(text.charAt(at), text.substring(at + 5, end)));
            }
            at = end;
        }
        return records;
    }

    private static int request(String target) {
        return Http1Heads.get(target).length() + ADDED;
    }

    private static long number(List<Sent> sent, int type) {
        return sent.stream().filter(each -> each.type() == type).count();
    }

    private static long ofLength(List<Sent> sent, int length) {
        return sent.stream()
                .filter(each -> each.type() == DATA && each.text().length() == length)
                .count();
    }

    private static List<String> summary(List<Seen> seen) {
        return seen.stream()
                .limit(3)
                .flatMap(each -> records(each).stream())
                .map(each -> each.type() + ":" + each.text().length())
                .limit(50)
                .toList();
    }
}
