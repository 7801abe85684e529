package dev.medley.loadtest.attack.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.attack.way.FieldBlock;
import dev.medley.loadtest.attack.way.Http2Client;
import dev.medley.loadtest.attack.way.NewHandshakes;
import dev.medley.loadtest.attack.way.Repeated;
import dev.medley.loadtest.attack.way.ReplyTrigger;
import dev.medley.loadtest.attack.way.Steps;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.tls.CertificateAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TlsLinkTest {

    private static final String GET = "GET /status/200 HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    static Path folder;

    private static PartnerStubs server;
    private static TlsClient client;

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

    @Test
    void aRequestInRecordsOfOneByteIsRepliedTo() throws IOException {
        AttackLoop.Totals totals = attack(
                Attack.Way.TLS_TINY_RECORDS,
                1,
                Repeated.once(GET, Outgoing.Afterwards.GO_ON),
                now -> now.received() >= "HTTP/1.1 200".length());
        assertThat(totals.sent()).isGreaterThan(20L * GET.length());
    }

    @Test
    void aConnectionIsResumedAgainAndAgain() throws IOException {
        AttackLoop.Totals totals = attack(
                Attack.Way.TLS, 16_384, ReplyTrigger.of(GET, Outgoing.Afterwards.CLOSE), now -> now.ended() >= 4);
        assertThat(totals.opened()).isGreaterThanOrEqualTo(4);
    }

    @Test
    void http2HasAReply() throws IOException {
        byte[] block = FieldBlock.get("/status/200", Attack.Way.TLS_H2).bytes();
        Http2Client.Plan plan = Http2Client.Plan.of().opening(each -> Steps.gets(each, block, 1));
        AttackLoop.Totals totals =
                attack(Attack.Way.TLS_H2, 16_384, () -> new Http2Client(plan), now -> now.received() > 60);
        assertThat(totals.ended()).isZero();
    }

    @Test
    void keysAreRenewed() throws IOException {
        AttackLoop.Totals totals = attack(Attack.Way.TLS, 16_384, NewHandshakes::new, now -> now.sent() > 5_000);
        assertThat(totals.opened()).isPositive();
    }

    @Test
    void theBudgetCountsRecordsAndHandshakes() throws IOException {
        Supplier<Script> requests = Repeated.dripping("", GET, Duration.ZERO);
        AttackLoop.Totals totals =
                attack(Attack.Way.TLS_TINY_RECORDS, 1, requests, 20_000, now -> now.sent() >= 20_000);
        assertThat(totals.sent()).isEqualTo(20_000);
    }

    private static AttackLoop.Totals attack(
            Attack.Way way, int recordBytes, Supplier<Script> script, Predicate<AttackLoop.Totals> end)
            throws IOException {
        return attack(way, recordBytes, script, 1_000_000, end);
    }

    private static AttackLoop.Totals attack(
            Attack.Way way, int recordBytes, Supplier<Script> script, long bytes, Predicate<AttackLoop.Totals> end)
            throws IOException {
        AttackLoop.Totals[] last = new AttackLoop.Totals[1];
        InetSocketAddress target = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), server.uri().getPort());
        Attack attack =
                Attack.of("test", "test", script).way(way).connections(1).onlyCpu();
        new AttackLoop(
                        attack,
                        target,
                        (channel, budget) -> new TlsLink(channel, budget, client.engine(way), recordBytes),
                        bytes)
                .run(totals -> {
                    last[0] = totals;
                    return !end.test(totals);
                });
        return last[0];
    }
}
