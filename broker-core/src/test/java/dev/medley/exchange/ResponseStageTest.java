package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.call.DefaultExchangeException;
import dev.medley.exchange.internal.call.ExchangeResult;
import dev.medley.exchange.internal.call.ResponseStage;
import dev.medley.json.Json;
import dev.medley.thread.internal.Soon;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Only the exchange completes its answer. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ResponseStageTest {

    @RegisterExtension
    final BrokerRig rig;

    ResponseStageTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @ParameterizedTest
    @MethodSource
    void completingItFromOutsideIsRefused(Consumer<CompletableFuture<PartnerResponse>> attempt) {
        rig.start();
        ResponseStage stage = new ResponseStage(Runnable::run);
        assertThatThrownBy(() -> attempt.accept(stage))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("cancel the exchange instead");
        assertThat(stage).isNotDone();
    }

    static Stream<Named<Consumer<CompletableFuture<PartnerResponse>>>> completingItFromOutsideIsRefused() {
        return Stream.of(
                Named.of("complete", stage -> stage.complete(null)),
                Named.of("completeExceptionally", stage -> stage.completeExceptionally(new Exception("test"))),
                Named.of("cancel", stage -> stage.cancel(true)),
                Named.of("obtrudeValue", stage -> stage.obtrudeValue(null)),
                Named.of("obtrudeException", stage -> stage.obtrudeException(new Exception("test"))),
                Named.of("completeAsync", stage -> stage.completeAsync(() -> null)),
                Named.of("completeAsync on", stage -> stage.completeAsync(() -> null, Runnable::run)),
                Named.of("orTimeout", stage -> stage.orTimeout(1, TimeUnit.NANOSECONDS)),
                Named.of("completeOnTimeout", stage -> stage.completeOnTimeout(null, 1, TimeUnit.NANOSECONDS)));
    }

    @Test
    void aFutureThatWasMadeOfItIsTheCallersOwn() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        CompletableFuture<PartnerResponse> own = exchange.exchange().response().toCompletableFuture();
        CompletableFuture<PartnerResponse> others =
                exchange.exchange().response().toCompletableFuture();
        CompletableFuture<Json> json = exchange.exchange().json().toCompletableFuture();
        assertThat(own.cancel(true)).isTrue();
        assertThat(json.cancel(true)).isTrue();
        assertThat(exchange.exchange().state().isEnd()).isFalse();
        connection.answer("x");
        assertThat(others).succeedsWithin(Soon.PATIENCE).returns("x", PartnerResponse::text);
        assertThat(exchange.response().text()).isEqualTo("x");
    }

    @Test
    void futuresFailWithTheExceptionItself() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        CompletableFuture<PartnerResponse> first = exchange.exchange()
                .response()
                .toCompletableFuture()
                .whenComplete((answer, failure) -> failures.add(failure));
        CompletableFuture<PartnerResponse> second = exchange.exchange()
                .response()
                .whenComplete((answer, failure) -> failures.add(failure))
                .toCompletableFuture();
        partner.acceptRequest();
        exchange.exchange().cancel();
        assertThat(first).failsWithin(Soon.PATIENCE);
        assertThat(second).failsWithin(Soon.PATIENCE);
        assertThat(failures).containsExactly(exchange.failure(), exchange.failure());
    }

    @Test
    void eachCallbackIsCalledOnceWheneverItIsAdded() {
        rig.start();
        ResponseStage stage = new ResponseStage(Runnable::run);
        List<String> called = new CopyOnWriteArrayList<>();
        stage.onCompletion((response, failure) -> called.add("first"));
        stage.onCompletion((response, failure) -> called.add("second"));
        assertThat(called).isEmpty();
        stage.end(failed());
        stage.onCompletion((response, failure) -> called.add(String.valueOf(failure == null)));
        assertThat(called).containsExactlyInAnyOrder("first", "second", "false");
    }

    @Test
    void aCallbackThatFailsLeavesTheStageComplete() {
        rig.start();
        ResponseStage stage = new ResponseStage(Runnable::run);
        stage.onCompletion((response, failure) -> {
            throw new IllegalStateException("for the test");
        });
        stage.end(failed());
        assertThat(stage).isCompletedExceptionally();
    }

    private static ExchangeResult failed() {
        return ExchangeResult.failed(
                new DefaultExchangeException("p", ExchangeState.WAITING, Reason.TIMEOUT, true, "late", null));
    }
}
