package dev.medley.mashup;

import static dev.medley.mashup.MashupBench.failure;
import static dev.medley.mashup.MashupBench.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.internal.HandPublisher;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Reason;
import dev.medley.json.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Stages are joined, as exchanges are. */
class MergeStageTest {

    @RegisterExtension
    final MashupBench bench = new MashupBench();

    private final Mashup mashup = bench.mashup();

    @Test
    void aStageIsWaitedForAndItsDocumentIsTheMember() {
        Exchange user = bench.get(7);
        Merge merge = mashup.merge().put("user", user.json());
        CompletionStage<Json> merged = merge.json();
        assertThat(merged.toCompletableFuture()).isNotDone();
        bench.accept().answer("{\"id\": 7}");

        assertThat(text(merged)).isEqualTo("{\"user\":{\"id\": 7}}");
    }

    @Test
    void aStageOfAnythingThatIsADocumentIsAMember() {
        Exchange exchange = bench.get(7);
        bench.accept().answer("{\"a\": 1}");

        assertThat(text(mashup.merge()
                        .put("record", CompletableFuture.completedStage(new City("Oslo")))
                        .put("map", CompletableFuture.completedFuture(Map.of("a", 1)))
                        .put("list", CompletableFuture.completedFuture(List.of(1, 2)))
                        .put("tree", exchange.json().thenApply(Json::tree))
                        .put("response", exchange.response())
                        .put("responses", exchange.response().thenApply(List::of))
                        .put("nothing", CompletableFuture.completedFuture(null))
                        .json()))
                .isEqualTo("{\"record\":{\"name\":\"Oslo\"},\"map\":{\"a\":1},\"list\":[1,2],\"tree\":{\"a\":1},"
                        + "\"response\":{\"a\": 1},\"responses\":[{\"a\": 1}],\"nothing\":null}");
    }

    @Test
    void aStageThatIsKnownAsAnObjectOnlyIsJoined() {
        Object stage = CompletableFuture.completedFuture(1);
        Object exchange = bench.get(7);
        bench.accept().answer("2");

        assertThat(text(mashup.merge().put("one", stage).put("two", exchange).json()))
                .isEqualTo("{\"one\":1,\"two\":2}");
    }

    @Test
    void anOptionalStageThatFailsByItsPartnerIsMissingForTheReason() {
        Exchange news = bench.get("news");
        CompletionStage<Json> merged = mashup.merge()
                .putOptional("news", news.json().thenApply(Json::tree).thenApply(tree -> tree.get("all")))
                .json();
        bench.accept().answer("{broken");

        assertThat(text(merged)).isEqualTo("{\"news\":null,\"missing\":{\"news\":\"broken json\"}}");
    }

    @Test
    void aFallbackStandsForAPartThatIsMissing() {
        Exchange news = bench.get("news");
        CompletionStage<Json> merged = mashup.merge()
                .putOptional("news", news, List.of())
                .putOptional("more", news.json(), new City("none"))
                .json();
        bench.accept().answer("{broken");

        assertThat(text(merged))
                .isEqualTo("{\"news\":[],\"more\":{\"name\":\"none\"},"
                        + "\"missing\":{\"news\":\"broken json\",\"more\":\"broken json\"}}");
    }

    @Test
    void aFallbackIsNotUsedForAPartThatComes() {
        assertThat(text(mashup.merge()
                        .putOptional("news", CompletableFuture.completedFuture(1), 2)
                        .json()))
                .isEqualTo("{\"news\":1}");
    }

    @Test
    void aDefectOfAPublisherIsNotMissing() {
        IllegalStateException defect = new IllegalStateException("the publisher's own");

        assertThat(failure(mashup.merge().putOptional("upload", upload(defect)).json()))
                .hasRootCause(defect);
    }

    @Test
    void aBodyThatTheClientBreaksOffIsMissing() {
        ProblemException brokenOff = ProblemException.badRequest("the body did not arrive whole");

        assertThat(text(mashup.merge().putOptional("upload", upload(brokenOff)).json()))
                .isEqualTo("{\"upload\":null,\"missing\":{\"upload\":\"the body did not arrive whole\"}}");
    }

    /** Sends a body whose publisher fails with {@code failure}. */
    private Exchange upload(Throwable failure) {
        HandPublisher publisher = new HandPublisher();
        Exchange upload = mashup.exchange("shop")
                .post("/")
                .body(publisher.body(3))
                .expectJson()
                .start();
        publisher.fail(failure);
        return upload;
    }

    @Test
    void problemsAndTimeoutsOfAnOptionalStageAreReasonsToo() {
        assertThat(text(mashup.merge()
                        .putOptional(
                                "a", CompletableFuture.failedFuture(ProblemException.badRequest("the city is unknown")))
                        .putOptional("b", CompletableFuture.failedStage(new TimeoutException()))
                        .putOptional("c", cancelled())
                        .json()))
                .isEqualTo("{\"a\":null,\"b\":null,\"c\":null,"
                        + "\"missing\":{\"a\":\"the city is unknown\",\"b\":\"timeout\",\"c\":\"cancelled\"}}");
    }

    @Test
    void aDefectInAnOptionalStageIsNotHiddenAsMissing() {
        NullPointerException defect = new NullPointerException("test");

        assertThat(failure(mashup.merge()
                        .putOptional("a", CompletableFuture.failedFuture(new CompletionException(defect)))
                        .json()))
                .isSameAs(defect);
    }

    @Test
    void anAnswerThatDoesNotFitIsMissing() {
        Exchange city = bench.get("city");
        CompletionStage<Json> merged =
                mashup.merge().putOptional("city", city.json(City.class)).json();
        bench.accept().answer("[]");

        assertThat(text(merged)).isEqualTo("{\"city\":null,\"missing\":{\"city\":\"unexpected shape\"}}");
    }

    @Test
    void aRequiredStageFailsTheMergeWithItsCause() {
        Exchange exchange = bench.get(1);
        CompletionStage<Reply> reply =
                mashup.merge().put("a", exchange.json().thenApply(d -> d)).reply();
        bench.accept().answer("{broken");

        assertThat(failure(reply))
                .isInstanceOfSatisfying(
                        ExchangeException.class, x -> assertThat(x.reason()).isEqualTo(Reason.BROKEN_JSON));
    }

    @Test
    void aDependentMergeKeepsWhatIsMissingInIt() {
        Exchange news = bench.get("news");
        CompletionStage<Json> inner =
                mashup.merge().put("id", 7).putOptional("news", news).json();
        CompletionStage<Json> outer = inner.thenCompose(user -> mashup.merge()
                .put("user", user)
                .put("again", new Holder(user))
                .put("stage", inner)
                .json());
        bench.accept().answer("{broken");

        String user = "{\"id\":7,\"news\":null,\"missing\":{\"news\":\"broken json\"}}";
        assertThat(text(outer))
                .isEqualTo("{\"user\":" + user + ",\"again\":{\"held\":" + user + "},\"stage\":" + user
                        + ",\"missing\":{\"user.news\":\"broken json\",\"again.held.news\":\"broken json\","
                        + "\"stage.news\":\"broken json\"}}");
    }

    private static CompletionStage<Object> cancelled() {
        CompletableFuture<Object> stage = new CompletableFuture<>();
        stage.cancel(true);
        return stage;
    }

    private record City(String name) {}

    private record Holder(Json held) {}
}
