package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.exchange.Exchange;
import dev.medley.json.Json;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.stubs.PartnerStubs;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A mashup must not block a thread of the pool by waiting for a stage of Medley. */
class BlockingJoinMisuseTest {

    @AutoClose
    private static final PartnerStubs STUBS = PartnerStubs.builder().threads(2).start();

    @ParameterizedTest
    @MethodSource("waits")
    void waitingForAStageOnAThreadOfThePoolIsRefusedAtOnce(Function<Mashup, Json> wait) throws Exception {
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = rig(ExecutionMode.ASYNC, wait)) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.statusCode()).isEqualTo(500);
            assertThat(reply.body()).doesNotContain("join");
            assertThat(log.ofMedley())
                    .singleElement()
                    .satisfies(line -> assertThat(line.getThrowableProxy().getMessage())
                            .contains("would block the thread medley-", "thenCompose", "server.execution to virtual"));
        }
    }

    @ParameterizedTest
    @MethodSource("waits")
    void waitingOnTheRequestsOwnThreadIsAllowed(Function<Mashup, Json> wait) throws Exception {
        try (MashupRig rig = rig(ExecutionMode.BLOCKING, wait)) {
            assertThat(rig.get("/").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @MethodSource("waits")
    void waitingInACallbackIsRefusedInAnyMode(Function<Mashup, Json> wait) throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.BLOCKING)
                .partner("shop", STUBS.uri())
                .serve(mashup -> mashup.get("shop", "/partner/0?delay=50")
                        .json()
                        .thenApply(before -> {
                            return Reply.json(wait.apply(mashup));
                        }))) {
            assertThat(rig.get("/").statusCode()).isEqualTo(500);
        }
    }

    @InEachMode
    void aStageThatIsCompleteCanBeRead(ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).partner("shop", STUBS.uri()).serve(mashup -> {
            Exchange exchange = mashup.get("shop", "/partner/1");
            return exchange.response()
                    .thenApply(response ->
                            Reply.json(exchange.json().toCompletableFuture().join()));
        })) {
            assertThat(rig.get("/").statusCode()).isEqualTo(200);
        }
    }

    static Stream<Named<Function<Mashup, Json>>> waits() {
        return Stream.of(
                wait("join", stage -> stage.join()),
                wait("get", stage -> stage.get()),
                wait("get with a time-out", stage -> stage.get(10, TimeUnit.SECONDS)),
                wait(
                        "join of a stage that is derived",
                        stage -> stage.thenApply(d -> d)
                                .whenComplete((d, x) -> {})
                                .join()),
                wait("join of a copy", stage -> stage.copy().join()),
                Named.of(
                        "join of a response",
                        mashup -> slow(mashup)
                                .response()
                                .toCompletableFuture()
                                .join()
                                .json()),
                Named.of(
                        "join of a merge",
                        mashup -> mashup.merge()
                                .put("one", slow(mashup))
                                .json()
                                .toCompletableFuture()
                                .join()));
    }

    private static Named<Function<Mashup, Json>> wait(String name, Wait wait) {
        return Named.of(name, mashup -> {
            try {
                return wait.of(slow(mashup).json().toCompletableFuture());
            } catch (RuntimeException x) {
                throw x;
            } catch (Exception x) {
                throw new CompletionException(x);
            }
        });
    }

    private static Exchange slow(Mashup mashup) {
        return mashup.get("shop", "/partner/1?delay=100");
    }

    private static MashupRig rig(ExecutionMode mode, Function<Mashup, Json> wait) throws Exception {
        Function<Mashup, CompletionStage<Reply>> composed =
                mashup -> CompletableFuture.completedFuture(Reply.json(List.of(wait.apply(mashup))));
        return MashupRig.in(mode).partner("shop", STUBS.uri()).serve(composed);
    }

    private interface Wait {
        Json of(CompletableFuture<Json> stage) throws Exception;
    }
}
