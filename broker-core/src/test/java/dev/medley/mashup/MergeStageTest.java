package dev.medley.mashup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandPartner;
import dev.medley.exchange.Broker;
import dev.medley.exchange.Exchange;
import dev.medley.json.Json;
import dev.medley.thread.Soon;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stages are joined, as exchanges are. */
class MergeStageTest {

    private final HandPartner partner = HandPartner.open();
    private final Broker broker =
            Broker.builder().partner("shop", partner.url()).build();
    private final Mashup mashup = new Mashup(broker, new GivenInbound(Map.of()));

    @BeforeEach
    void start() {
        broker.start();
    }

    @AfterEach
    void stop() {
        broker.close();
        partner.close();
    }

    @Test
    void aStageIsWaitedForAndItsDocumentIsTheMember() {
        Exchange user = mashup.get("shop", "/users/7");
        Merge merge = mashup.merge().put("user", user.json());
        partner.acceptRequest().answer("{\"id\": 7}");

        assertThat(text(merge)).isEqualTo("{\"user\":{\"id\": 7}}");
    }

    private static String text(Merge merge) {
        return merge.json()
                .thenApply(Json::toString)
                .toCompletableFuture()
                .orTimeout(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }
}
