package dev.medley.loadtest.attack;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.attack.ReadFrames.Frame;
import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.AttackLoop;
import dev.medley.loadtest.attack.connection.ClearLink;
import dev.medley.loadtest.attack.connection.Outgoing;
import dev.medley.loadtest.attack.connection.Script;
import dev.medley.loadtest.attack.way.Attacks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A peer receives from each attack over HTTP/2 the frames that its name promises. */
@Timeout(60)
class Http2AttacksTest {

    private static final int MANY = 1_000;
    private static final int LARGEST = Integer.MAX_VALUE;
    private static final long WAIT = TimeUnit.SECONDS.toNanos(10);

    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int PRIORITY = 2;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;
    private static final int PRIORITY_UPDATE = 16;
    private static final int ACK = 1;
    private static final int PADDED = 8;

    /** Those whose replies have to be over. */
    private static final Set<String> WITH_WHOLE_REPLIES = Set.of("h2-reset-ended", "h2-reset-half-closed-local");

    private static final Set<String> UNREAD =
            Set.of("h2-pass-unread", "h2-parts-unread", "h2-replies-unread", "h2-ping-unread", "h2-settings-unread");

    private static final Map<String, Predicate<ReadFrames>> PROMISED = Map.ofEntries(
            entry("h2-zero-window", windowsOf(0, 128, "/hello")),
            entry("h2-closed-windows", windowsOf(0, 128, "/fanout?c=1&size=650000")),
            entry("h2-window-of-one", windowsOf(0, 128, "/hello").and(frames(128, WINDOW_UPDATE, opens(1)))),
            entry(
                    "h2-connection-window",
                    windowsOf(LARGEST, 128, "/pass")
                            .and(read -> read.count(each -> each.type() == WINDOW_UPDATE) == 0)),
            entry("h2-pass-unread", openWindows("/pass")),
            entry("h2-parts-unread", openWindows("/many").and(frames(128, HEADERS, text("application/x-ndjson")))),
            entry("h2-replies-unread", openWindows("/fanout?c=1&size=650000")),
            entry("h2-half-close", streams(8, "He")),
            entry("h2-ping", frames(MANY, PING, frame -> frame.text().length() == 8 && !frame.has(ACK))),
            entry("h2-ping-unread", frames(MANY, PING, frame -> !frame.has(ACK))),
            entry("h2-ping-ack", frames(MANY, PING, frame -> frame.has(ACK))),
            entry("h2-settings", frames(MANY, SETTINGS, frame -> frame.text().length() == 0 && !frame.has(ACK))),
            entry("h2-settings-unread", frames(MANY, SETTINGS, frame -> !frame.has(ACK))),
            entry("h2-settings-ack", frames(MANY, SETTINGS, frame -> frame.has(ACK))),
            entry(
                    "h2-settings-window",
                    streams(100, "He")
                            .and(frames(300, SETTINGS, frame -> frame.sets(INITIAL_WINDOW_SIZE, 1_000)))
                            .and(frames(300, SETTINGS, frame -> frame.sets(INITIAL_WINDOW_SIZE, 1_001)))),
            entry(
                    "h2-settings-table",
                    frames(300, SETTINGS, frame -> frame.sets(1, 0))
                            .and(frames(300, SETTINGS, frame -> frame.sets(1, 4_096)))),
            entry("h2-window-update", frames(MANY, WINDOW_UPDATE, opens(1).and(frame -> frame.stream() == 0))),
            entry("h2-priority", frames(MANY, PRIORITY, frame -> true).and(read -> streamsOf(read, "H.*") == 0)),
            entry("h2-priority-open", streams(100, "HeP{3,}")),
            entry("h2-priority-update", frames(MANY, PRIORITY_UPDATE, text("u=1"))),
            entry("h2-goaway", frames(MANY, GOAWAY, frame -> frame.stream() == 0)),
            entry("h2-unknown-frames", frames(MANY, 0xBE, frame -> true)),
            entry("h2-rapid-reset", streams(100, "HeR")),
            entry("h2-paced-reset", streams(5, "HeR")),
            entry("h2-reset-in-head", streams(100, "HcR")),
            entry("h2-reset-in-body", streams(100, "HDR")),
            entry("h2-reset-in-reply", streams(100, "HeR").and(frames(100, HEADERS, text("/pass")))),
            entry("h2-reset-waiting", streams(100, "HeR").and(frames(100, HEADERS, text("delay=60000")))),
            entry("h2-reset-half-closed", streams(100, "HDeR")),
            entry("h2-reset-half-closed-local", streams(100, "HR").and(frames(100, HEADERS, posts("/hello")))),
            entry("h2-reset-idle", streams(100, "R")),
            entry("h2-reset-closed", streams(1, "HeRR{100,}")),
            entry("h2-reset-ended", streams(100, "HeR").and(frames(100, HEADERS, text("/hello")))),
            entry("h2-made-you-reset-zero", streams(100, "HeW").and(frames(100, WINDOW_UPDATE, opens(0)))),
            entry("h2-made-you-reset-window", streams(100, "HeWW").and(frames(200, WINDOW_UPDATE, opens(LARGEST)))),
            entry("h2-made-you-reset-data", streams(100, "HeD")),
            entry("h2-continuation", streams(1, "Hec(Cc){1000,}").and(frames(MANY, CONTINUATION, length(5)))),
            entry("h2-continuation-empty", streams(1, "Hec(Cc){1000,}").and(frames(MANY, CONTINUATION, length(0)))),
            entry("h2-continuation-drip", streams(1, "Hec(Cc){3,100}").and(frames(3, CONTINUATION, length(5)))),
            entry("h2-hpack-bomb", frames(1, HEADERS, frame -> frame.text().length() > 15_900)),
            entry("h2-huge-fields", frames(1, HEADERS, text("y".repeat(15_000)))),
            entry("h2-many-fields", frames(100, HEADERS, text("x179"))),
            entry("h2-table-updates", frames(1, HEADERS, text(" ".repeat(10_000)))),
            entry("h2-trailers", streams(1, "HHe").and(frames(1, HEADERS, text("y".repeat(16_000))))),
            entry("h2-trailers-tiny", streams(1, "HHec(Cc){1000,}").and(frames(MANY, CONTINUATION, length(1)))),
            entry(
                    "h2-tiny-data",
                    streams(128, "HD+").and(frames(1_280, DATA, length(1))).and(posted("/store"))),
            entry(
                    "h2-tiny-data-unread",
                    streams(128, "HD+").and(frames(1_280, DATA, length(1))).and(posted("/wait"))),
            entry("h2-empty-data", streams(128, "HD+").and(frames(MANY, DATA, length(0)))),
            entry(
                    "h2-padding",
                    frames(
                            MANY,
                            DATA,
                            frame -> frame.has(PADDED) && frame.text().equals("\u00ff" + "\0".repeat(255)))),
            entry(
                    "h2-bodies-unended",
                    streams(128, "HD{3,}")
                            .and(frames(300, DATA, length(2_000)))
                            .and(frames(128, HEADERS, text("1048576")))),
            entry("h2-expect", streams(128, "H").and(frames(128, HEADERS, text("100-continue")))),
            entry("h2-gzip-bomb", streams(10, "HDe").and(bombs("gzip"))),
            entry("h2-deflate-bomb", streams(10, "HDe").and(bombs("deflate"))),
            entry("tls-h2-zero-window", windowsOf(0, 128, "/hello")));

    static Stream<Attack> overHttp2() {
        return Attacks.all().stream().filter(attack -> attack.name().contains("h2-"));
    }

    @ParameterizedTest
    @MethodSource("overHttp2")
    void thePeerReceivesWhatTheNamePromises(Attack attack) throws IOException {
        assertThat(PROMISED).containsKey(attack.name());
        assertThat(attack.script().get().reads()).isEqualTo(!UNREAD.contains(attack.name()));
        ReadFrames read = new ReadFrames(WITH_WHOLE_REPLIES.contains(attack.name()));
        Predicate<ReadFrames> promised = Objects.requireNonNull(PROMISED.get(attack.name()));
        try (RecordingPeer peer = RecordingPeer.start(read::serve)) {
            long end = System.nanoTime() + WAIT;
            new AttackLoop(attack.connections(1), peer.address(), ClearLink::new, 20_000_000)
                    .run(totals -> !promised.test(read) && System.nanoTime() - end < 0);
            assertThat(promised.test(read))
                    .as("%s: %s, but sent %s", attack.name(), attack.what(), read.streams())
                    .isTrue();
        }
    }

    @Test
    void aHalfClosedConnectionStaysOpen() throws IOException {
        ReadFrames read = new ReadFrames(false);
        Attack attack = Attacks.named("h2-half-close").orElseThrow().connections(1);
        try (RecordingPeer peer = RecordingPeer.start((in, out, seen) -> {
            read.serve(in, out, seen);
            out.write(0);
        })) {
            AttackLoop.Totals[] last = new AttackLoop.Totals[1];
            new AttackLoop(attack, peer.address(), ClearLink::new, 1_000_000).run(totals -> {
                last[0] = totals;
                return peer.connections().stream().noneMatch(each -> each.end() == RecordingPeer.Seen.End.FIN);
            });
            assertThat(last[0].ended()).isZero();
        }
    }

    @Test
    void theDripIsAsFastAsItsDescriptionSays() {
        Attack attack = Attacks.named("h2-continuation-drip").orElseThrow();
        Script script = attack.script().get();
        Outgoing out = new Outgoing();
        script.next(out);
        script.next(out.clear());
        int fields = out.size() - 9;
        long second = TimeUnit.SECONDS.toNanos(1);
        assertThat(attack.what()).startsWith(fields * second / script.pause().toNanos() + " bytes a second");
    }

    private static Predicate<ReadFrames> frames(int number, int type, Predicate<Frame> which) {
        return read -> read.count(frame -> frame.type() == type && which.test(frame)) >= number;
    }

    /** So many streams have frames whose letters match. */
    private static Predicate<ReadFrames> streams(int number, String letters) {
        return read -> streamsOf(read, letters) >= number;
    }

    private static long streamsOf(ReadFrames read, String letters) {
        return read.streams().values().stream()
                .filter(each -> each.matches(letters))
                .count();
    }

    private static Predicate<ReadFrames> windowsOf(int bytes, int requests, String path) {
        return frames(1, SETTINGS, frame -> frame.sets(INITIAL_WINDOW_SIZE, bytes))
                .and(frames(requests, HEADERS, text(path).and(frame -> frame.has(1))));
    }

    private static Predicate<ReadFrames> openWindows(String path) {
        return windowsOf(LARGEST, 128, path).and(frames(1, WINDOW_UPDATE, opens(LARGEST - 65_535)));
    }

    private static Predicate<ReadFrames> posted(String path) {
        return frames(128, HEADERS, posts(path));
    }

    private static Predicate<Frame> posts(String path) {
        return text(path).and(frame -> frame.text().charAt(0) == 0x83);
    }

    private static Predicate<Frame> opens(int bytes) {
        return frame -> frame.number(0) == bytes;
    }

    private static Predicate<Frame> length(int bytes) {
        return frame -> frame.text().length() == bytes;
    }

    private static Predicate<Frame> text(String part) {
        return frame -> frame.text().contains(part);
    }

    private static Predicate<ReadFrames> bombs(String coding) {
        return frames(10, HEADERS, text("content-encoding").and(text(coding)))
                .and(read -> read.any(frame ->
                        frame.type() == DATA && frame.text().length() < 11_000 && decoded(coding, frame) == 10 << 20));
    }

    private static long decoded(String coding, Frame frame) {
        InputStream coded = new ByteArrayInputStream(frame.payload());
        try (InputStream decoder =
                coding.equals("gzip") ? new GZIPInputStream(coded) : new InflaterInputStream(coded)) {
            return decoder.transferTo(OutputStream.nullOutputStream());
        } catch (IOException x) {
            return -1;
        }
    }
}
