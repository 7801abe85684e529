package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.partner.PartnerSettings;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.thread.internal.Loop;
import dev.medley.thread.internal.PoolThreads;
import dev.medley.thread.internal.Soon;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is in proportion to a large body does not hold the loop. */
class LargeBodiesTest {

    private static final int LARGE = 4 * BodyExecutor.LARGE;
    private static final int MIB = 1 << 20;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final AtomicReference<@Nullable Integer> loopOfEnd = new AtomicReference<>();
    private final AtomicReference<@Nullable Loop> loopOfHead = new AtomicReference<>();
    private @Nullable HandConnection connection;

    @Test
    void aLargeDocumentIsCheckedOnAnotherThreadAndTheExchangeEndsOnItsLoop() throws Exception {
        RecordingListener exchange = started();
        CountDownLatch release = PoolThreads.holdThoseOfBodies(rig.broker().pool());
        answer(exchange);
        assertThat(exchange.exchange().hasResult()).isFalse();
        release.countDown();
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertEndedOnItsLoop();
    }

    @Test
    void aSmallOneIsCheckedOnTheLoop() {
        RecordingListener exchange = started();
        connection().answer(document(BodyExecutor.LARGE / 2, ""));
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(loopOfEnd.get()).isPositive();
    }

    @Test
    void aLargeDocumentThatIsBrokenFailsItsExchange() {
        RecordingListener exchange = started();
        connection().answer(document(LARGE, "}"));
        exchange.assertEnded(Outcome.FAILED, Reason.BROKEN_JSON);
        assertEndedOnItsLoop();
    }

    @Test
    void anExchangeThatIsCancelledWhileItsDocumentWaitsForItsCheckIsCancelled() throws Exception {
        RecordingListener exchange = started();
        CountDownLatch release = PoolThreads.holdThoseOfBodies(rig.broker().pool());
        answer(exchange);
        exchange.exchange().cancel();
        exchange.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        release.countDown();
    }

    @Test
    void aDeadlineThatPassesWhileADocumentWaitsForItsCheckDoesNotTakeItsPlace() throws Exception {
        RecordingListener exchange = started();
        CountDownLatch release = PoolThreads.holdThoseOfBodies(rig.broker().pool());
        answer(exchange);
        rig.clock().advance(Duration.ofSeconds(61));
        assertThat(exchange.exchange().hasResult()).isFalse();
        release.countDown();
        exchange.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void whatAFewBytesExpandToIsDecompressedInTurnsWithOthers() {
        AtomicInteger others = new AtomicInteger();
        RecordingListener exchange = decompressing(at -> at, () -> {
            long held = rig.broker().heldBodyBytes();
            if (held > MIB && held < 15 * MIB) {
                others.incrementAndGet();
            }
        });
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.response().body()).hasSize(16 * MIB);
        assertThat(others.get())
                .as("turns of others in the middle; a round of slices ends after 10 ms")
                .isPositive();
    }

    @Test
    void aPartnerIsNotSilentWhileItsResponseWaitsToBeDecompressed() {
        AtomicBoolean late = new AtomicBoolean();
        RecordingListener exchange = decompressing(at -> at.idleTimeout(Duration.ofSeconds(5)), () -> {
            if (rig.broker().heldBodyBytes() > MIB && late.compareAndSet(false, true)) {
                rig.clock().advance(Duration.ofSeconds(6));
            }
        });
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(late).isTrue();
    }

    /** Answers by a few bytes that expand to 16 MiB, and runs {@code others} on the loop again and again meanwhile. */
    private RecordingListener decompressing(UnaryOperator<PartnerSettings.Builder> settings, Runnable others) {
        HandPartner partner = rig.hand();
        rig.start(settings.apply(at(partner.url())
                .decompress(true)
                .limits(l -> l.maxBody(32 * MIB).maxExpansion(2000))));
        RecordingListener exchange = rig.start(rig.exchange().get("/"), atEnd());
        connection = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        String coded = new String(Compressed.bomb(16 * MIB), StandardCharsets.ISO_8859_1);
        connection()
                .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + coded.length() + "\r\n\r\n");
        exchange.await(ExchangeState.BODY);
        repeat(Objects.requireNonNull(loopOfHead.get()), others, exchange);
        connection().send(coded);
        exchange.awaitEnd();
        return exchange;
    }

    private void assertEndedOnItsLoop() {
        assertThat(loopOfEnd).hasValue(Objects.requireNonNull(loopOfHead.get()).number());
    }

    /** The other work of {@code loop}: a task that comes again until the exchange has ended. */
    private static void repeat(Loop loop, Runnable task, RecordingListener exchange) {
        loop.execute(() -> {
            if (!exchange.exchange().hasResult()) {
                task.run();
                repeat(loop, task, exchange);
            }
        });
    }

    private RecordingListener started() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().get("/").expectJson(), atEnd());
        connection = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        return exchange;
    }

    /** Answers by a large document, and waits until it has arrived. */
    private void answer(RecordingListener exchange) {
        connection().answer(document(LARGE, ""));
        exchange.await(Event.CONNECTION_IDLE);
        Soon.until("the exchange is at rest", exchange.exchange()::isAtRest);
    }

    private static String document(int size, String end) {
        return "\"" + "x".repeat(size) + "\"" + end;
    }

    private HandConnection connection() {
        return Objects.requireNonNull(connection);
    }

    private RecordingListener atEnd() {
        return rig.listener()
                .on(Event.HEADERS_COMPLETED, arrived -> loopOfHead.set(Loop.current()))
                .on(Event.ENDED, ended -> loopOfEnd.set(Loop.currentNumber()));
    }
}
