package dev.medley.loadtest.attack;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.attack.RecordingPeer.Seen;
import dev.medley.loadtest.attack.RecordingPeer.Seen.End;
import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.AttackLoop;
import dev.medley.loadtest.attack.connection.ClearLink;
import dev.medley.loadtest.attack.way.Attacks;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A peer receives from each attack over HTTP/1, and from those that send to TLS in clear text, what its name promises. */
@Timeout(60)
class Http1AttacksTest {

    private static final String REPLY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    private static final String GET = "GET (\\S++) HTTP/1\\.[01]\r\n([^\r\n]++\r\n)*+\r\n";
    private static final String HEAD = "POST /store HTTP/1\\.1\r\n([^\r\n]++\r\n)*+\r\n";
    private static final long WAIT = TimeUnit.SECONDS.toNanos(10);

    private static final Set<String> UNREAD =
            Set.of("h1-pipeline-unread", "h1-0-unread", "h1-pass-unread", "h1-parts-unread", "h1-replies-unread");

    private static final Map<String, BiPredicate<List<Seen>, AttackLoop.Totals>> PROMISED = Map.ofEntries(
            entry("h1-idle", open("")),
            entry("h1-head-drip", open("GET / HTTP/1.1\r\nX: y{2,20}")),
            entry("h1-huge-head", open("GET / HTTP/1.1\r\nX: y{50000,}")),
            entry("h1-header-count", open("GET / HTTP/1.1\r\nHost: localhost\r\n(a:b\r\n){1000,}+.{0,4}")),
            entry("h1-empty-lines", open("(\r\n){5000,}+\r?")),
            entry("h1-errors", ended(End.FIN, "GET / HTTP/1.1\r\nHost : x\r\n\r\n")),
            entry("h1-pipeline-unread", open("(" + GET + "){50}+.*")),
            entry("h1-pipeline", open("(" + GET + "){50}+.*")),
            entry(
                    "h1-upgrade",
                    open(
                            "(GET \\S+ HTTP/1.1\r\nHost: \\w+\r\nConnection: Upgrade, [^\r]+\r\nUpgrade: h2c\r\n[^\r]+\r\n\r\n){20}+.*")),
            entry("h1-0-pipeline", open("(GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n){50}+.*")),
            entry("h1-0-unread", open("GET /pass\\S+ HTTP/1.0\r\n\r\n")),
            entry("h1-pass-unread", open("GET /pass\\S+ HTTP/1.1\r\nHost: localhost\r\n\r\n")),
            entry("h1-parts-unread", open("GET /many .*Accept: application/x-ndjson\r\n\r\n")),
            entry("h1-replies-unread", open("(" + GET + "){10}")),
            entry("h1-half-close", (seen, totals) -> totals.ended() == 0 && ends(seen, End.FIN, GET) == 1),
            entry("h1-reset", ended(End.RESET, ".*")),
            entry("h1-reset-in-reply", ended(End.RESET, "GET /pass.*").and((seen, totals) -> totals.received() > 0)),
            entry("h1-churn", ended(End.FIN, "")),
            entry("h1-bodies-unended", open(HEAD + "\\{\"a\":\"x{1048569}")),
            entry("h1-body-drip", open(HEAD + "x{2,20}")),
            entry("h1-body-unread", open("POST /wait [^x]+x{1000,20000}")),
            entry("h1-expect", open("POST /store .*Expect: 100-continue\r\n\r\n")),
            entry("h1-chunks-of-one", open(HEAD + "(1\r\n \r\n){1000,}+.{0,5}")),
            entry("h1-chunk-extensions", open(HEAD + "1;x=y{50000,}")),
            entry("h1-trailers", open(HEAD + "0\r\n(X: y\r\n){1000,}+.{0,5}")),
            entry("h1-gzip-bomb", open("POST .*Content-Encoding: gzip\r\n.*\r\n\r\n\u001f\u008b.{9000,}")),
            entry("h1-deflate-bomb", open("POST .*Content-Encoding: deflate\r\n.*\r\n\r\nx.{9000,}")),
            entry(
                    "h1-transfer-coding",
                    ended(
                            End.FIN,
                            "POST .*Transfer-Encoding: gzip, chunked\r\n\r\n\\w+\r\n\u001f\u008b.*\r\n0\r\n\r\n")),
            entry("tls-hello", open("\u0016\u0003[\u0001\u0003]..\u0001.{100,}")),
            entry("tls-hello-flood", ended(End.RESET, "\u0016\u0003[\u0001\u0003]..\u0001.{100,}")),
            entry("tls-record-drip", open("\u0016\u0003\u0001@\u0000\u0001{2,20}")),
            entry("tls-clear-text", ended(End.FIN, GET)));

    static Stream<Attack> inClearText() {
        return Attacks.all().stream()
                .filter(attack -> !attack.name().contains("h2-"))
                .filter(attack -> attack.way() == Attack.Way.CLEAR || attack.way() == Attack.Way.CLEAR_TO_TLS);
    }

    @ParameterizedTest
    @MethodSource("inClearText")
    void thePeerReceivesWhatTheNamePromises(Attack attack) throws IOException {
        assertThat(PROMISED).containsKey(attack.name());
        assertThat(attack.script().get().reads()).isEqualTo(!UNREAD.contains(attack.name()));
        BiPredicate<List<Seen>, AttackLoop.Totals> promised = Objects.requireNonNull(PROMISED.get(attack.name()));
        boolean[] kept = new boolean[1];
        try (RecordingPeer peer = RecordingPeer.replying(REPLY)) {
            long end = System.nanoTime() + WAIT;
            new AttackLoop(attack.connections(1), peer.address(), ClearLink::new, 3_000_000).run(totals -> {
                kept[0] = promised.test(peer.connections(), totals);
                return !kept[0] && System.nanoTime() - end < 0;
            });
            assertThat(kept[0])
                    .as("%s: %s, but sent %s", attack.name(), attack.what(), beginning(peer.connections()))
                    .isTrue();
        }
    }

    /** One connection, which stays, has sent what matches. */
    private static BiPredicate<List<Seen>, AttackLoop.Totals> open(String text) {
        return (seen, totals) -> seen.size() == 1 && totals.ended() == 0 && ends(seen, End.NOT_YET, text) == 1;
    }

    /** Several connections have ended behind what matches. */
    private static BiPredicate<List<Seen>, AttackLoop.Totals> ended(End end, String text) {
        return (seen, totals) -> ends(seen, end, text) >= 3;
    }

    private static long ends(List<Seen> seen, End end, String text) {
        return seen.stream()
                .filter(each -> each.end() == end && matches(each.text(), text))
                .count();
    }

    private static boolean matches(String sent, String text) {
        return Pattern.compile(text, Pattern.DOTALL).matcher(sent).matches();
    }

    private static String beginning(List<Seen> seen) {
        return seen.stream()
                .map(Seen::text)
                .max(Comparator.comparing(String::length))
                .map(text -> text.substring(0, Math.min(200, text.length())))
                .orElse("nothing");
    }
}
