package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which exchanges of a declared mashup run side by side. */
class GraphRunTest {

    private static final String ELEMENTS = """
              /m:
                exchanges:
                  all: {partner: a, for-each: '[1..500]', max-elements: 500, concurrency: %d, path: '/{$item}'}
                reply: {body: $sum($all)}
            """;

    @Test
    void exchangesThatDoNotReferToOneAnotherRunSideBySide() throws Exception {
        CountDownLatch roots = new CountDownLatch(3);
        CountDownLatch middle = new CountDownLatch(2);
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      last: {partner: a, path: '/last/{$left + $right}'}
                      left: {partner: a, path: '/left/{$one}/{$two}'}
                      right: {partner: b, path: '/right/{$two}/{$three}'}
                      one: {partner: a, path: /one}
                      two: {partner: b, path: /two}
                      three: {partner: c, path: /three}
                    reply: {body: $last}
                """)) {
            rig.a.answer("GET", "/one", together(roots, "1"));
            rig.b.answer("GET", "/two", together(roots, "2"));
            rig.c.answer("GET", "/three", together(roots, "3"));
            rig.a.answer("GET", "/left/1/2", together(middle, "10"));
            rig.b.answer("GET", "/right/2/3", together(middle, "20"));
            rig.a.answer("GET", "/last/30", 200, "\"done\"");

            assertThat(rig.get("/m").body()).isEqualTo("\"done\"");
        }
    }

    /** Answers once all requests of a layer have come. */
    private static Function<RecordedRequest, StubAnswer> together(CountDownLatch layer, String answer) {
        return request -> {
            layer.countDown();
            try {
                assertThat(layer.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException x) {
                throw new IllegalStateException(x);
            }
            return StubAnswer.json(200, answer);
        };
    }

    @Test
    void anExchangeDoesNotWaitForOneThatItDoesNotReferTo() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      slow: {partner: a, path: /slow}
                      first: {partner: b, path: /first}
                      second: {partner: c, path: '/second/{$first}'}
                """)) {
            rig.a.answer("GET", "/slow", request -> {
                await(second);
                return StubAnswer.json(200, "0");
            });
            rig.b.answer("GET", "/first", 200, "1");
            rig.c.answer("GET", "/second/1", request -> {
                second.countDown();
                return StubAnswer.json(200, "2");
            });

            assertThat(rig.get("/m").body()).isEqualTo("{\"slow\":0,\"first\":1,\"second\":2}");
        }
    }

    @Test
    void theLongestChainOfSkippedExchangesEnds() throws Exception {
        int length = 256;
        String chain = IntStream.range(1, length)
                .mapToObj(i -> "      x%d: {partner: a, path: /x, needs: [x%d], when: '$request.query.all = \"y\"'}\n"
                        .formatted(i, i - 1))
                .collect(Collectors.joining());
        try (DeclaredRig rig = new DeclaredRig("  /m:\n    exchanges:\n      x0: {partner: a, path: /x}\n" + chain
                + "    reply: {body: '$response.x%d.outcome', needs: [x%d]}\n".formatted(length - 1, length - 1))) {
            rig.a.answer("GET", "/x", 200, "1");

            assertThat(rig.get("/m").body()).isEqualTo("\"skipped\"");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    @Test
    void elementsKeepTheirConcurrency() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(ELEMENTS.formatted(25))) {
            InFlight inFlight = new InFlight(rig);

            assertThat(rig.get("/m").body()).isEqualTo("125250");
            assertThat(inFlight.most()).isEqualTo(25);
        }
    }

    @Test
    void elementsKeepTheBoundOfTheirPartner() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(ELEMENTS.formatted(100), Map.of("partners.a.max-connections", "8"))) {
            rig.a.answer(
                    "GET",
                    "/{n}",
                    request -> StubAnswer.json(200, request.path().substring(1)).delay(Duration.ofMillis(5)));

            assertThat(rig.get("/m").body()).isEqualTo("125250");
            assertThat(rig.a.connectionsAccepted()).isEqualTo(8);
        }
    }

    /** Counts the requests that have come to partner {@code a} and whose exchanges have not ended; each takes 5 ms. */
    private static final class InFlight {

        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        InFlight(DeclaredRig rig) {
            rig.a.answer("GET", "/{n}", request -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                return StubAnswer.json(200, request.path().substring(1)).delay(Duration.ofMillis(5));
            });
            rig.server.broker().onExchangeEnded(exchange -> now.decrementAndGet());
        }

        int most() {
            return most.get();
        }
    }
}
