package dev.medley.loadtest.attack.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.attack.way.Repeated;
import dev.medley.loadtest.attack.way.ReplyTrigger;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AttackLoopTest {

    private static final String GET = "GET /status/200 HTTP/1.1\r\nHost: x\r\n\r\n";

    private final PartnerStubs server = PartnerStubs.builder().recorded(0).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void eachConnectionSendsAndReadsItsReply() throws IOException {
        AttackLoop.Totals totals = attack(
                Repeated.once(GET, Outgoing.Afterwards.GO_ON),
                1_000,
                now -> now.received() >= 3L * "HTTP/1.1 200".length());
        assertThat(totals.opened()).isEqualTo(3);
        assertThat(totals.sent()).isEqualTo(3L * GET.length());
    }

    @Test
    void itSendsNoMoreThanItMay() throws IOException {
        AttackLoop.Totals totals = attack(Repeated.of("", GET), 40_000, now -> now.sent() >= 40_000);
        assertThat(totals.sent()).isEqualTo(40_000);
    }

    @Test
    void aConnectionThatEndsIsOpenedAgain() throws IOException {
        AttackLoop.Totals totals =
                attack(Repeated.once(GET, Outgoing.Afterwards.RESET), 100_000, now -> now.ended() >= 6);
        assertThat(totals.opened()).isGreaterThanOrEqualTo(6);
    }

    @Test
    void aReplyEndsAConnection() throws IOException {
        AttackLoop.Totals totals =
                attack(ReplyTrigger.of(GET, Outgoing.Afterwards.CLOSE), 100_000, now -> now.ended() >= 4);
        assertThat(totals.received()).isPositive();
    }

    private AttackLoop.Totals attack(Supplier<Script> script, long bytes, Predicate<AttackLoop.Totals> end)
            throws IOException {
        AttackLoop.Totals[] last = new AttackLoop.Totals[1];
        InetSocketAddress target = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), server.uri().getPort());
        Attack attack = Attack.of("test", "test", script).connections(3).onlyCpu();
        new AttackLoop(attack, target, ClearLink::new, bytes).run(totals -> {
            last[0] = totals;
            return !end.test(totals);
        });
        return last[0];
    }
}
