package dev.medley.loadtest.attack.way;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.Outgoing;
import dev.medley.loadtest.attack.connection.Script;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AttacksTest {

    private static final List<String> NAMES =
            Attacks.all().stream().map(Attack::name).toList();

    @Test
    void thereAreNinetyAtLeastWithNamesOfTheirOwn() {
        assertThat(Attacks.all()).hasSizeGreaterThanOrEqualTo(90);
        assertThat(Attacks.all()).extracting(Attack::name).doesNotHaveDuplicates();
    }

    /** The kinds that a server has to withstand, each with the attacks of it. */
    @ParameterizedTest
    @CsvSource({
        "windows, h2-zero-window h2-closed-windows h2-window-of-one h2-connection-window h2-window-update h2-settings-window",
        "tiny frames, h2-tiny-data h2-empty-data h2-continuation-empty h2-trailers-tiny h1-chunks-of-one tls-tiny-records",
        "PRIORITY, h2-priority h2-priority-open h2-priority-update",
        "CONTINUATION, h2-continuation h2-continuation-empty h2-continuation-drip",
        "PING, h2-ping h2-ping-unread h2-ping-ack",
        "SETTINGS, h2-settings h2-settings-unread h2-settings-ack h2-settings-table h2-settings-window",
        "RST in idle, h2-reset-idle",
        "RST in open, h2-reset-in-head h2-reset-in-body",
        "RST in half-closed (remote), h2-rapid-reset h2-paced-reset h2-reset-waiting h2-reset-in-reply h2-reset-half-closed",
        "RST in half-closed (local), h2-reset-half-closed-local",
        "RST in closed, h2-reset-closed h2-reset-ended",
        "RST by the server, h2-made-you-reset-zero h2-made-you-reset-window h2-made-you-reset-data",
        "bodies, h1-bodies-unended h2-bodies-unended h1-body-drip h1-body-unread h2-tiny-data-unread h2-padding",
        "codings, h1-gzip-bomb h1-deflate-bomb h1-transfer-coding h2-gzip-bomb h2-deflate-bomb h1-chunk-extensions",
        "heads, h1-head-drip h1-huge-head h1-header-count h2-huge-fields h2-many-fields h2-hpack-bomb h2-table-updates",
        "trailers, h1-trailers h2-trailers h2-trailers-tiny",
        "pipelines, h1-pipeline h1-pipeline-unread h1-0-pipeline",
        "TLS renegotiation and tickets, tls-renegotiation tls-new-keys tls-resumptions",
        "half-closed, h1-half-close h2-half-close tls-close-notify",
        "never reading, h1-pass-unread h1-parts-unread h1-replies-unread h2-pass-unread h2-parts-unread h2-replies-unread tls-pass-unread",
    })
    void eachKindIsThere(String kind, String names) {
        assertThat(NAMES).as(kind).contains(names.split(" "));
    }

    @Test
    void theShortFormHasSomeOfThem() {
        assertThat(Attacks.quick()).hasSizeBetween(8, 15).allMatch(attack -> NAMES.contains(attack.name()));
    }

    @ParameterizedTest
    @MethodSource("dev.medley.loadtest.attack.way.Attacks#all")
    void eachKeepsToTheNumberOfConnectionsAndSendsInPieces(Attack attack) {
        assertThat(attack.connections()).isBetween(1, Attack.MAX_CONNECTIONS);
        Script script = attack.script().get();
        Outgoing out = new Outgoing();
        for (int round = 0; round < 3; round++) {
            script.next(out.clear());
            assertThat(out.size()).isLessThanOrEqualTo(2 << 20);
        }
    }
}
