package dev.medley.mashup;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.thread.internal.Soon;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A mashup for one test, with one partner, {@code shop}, which the test plays. */
final class MashupBench implements AfterEachCallback {

    private final HandPartner partner = HandPartner.open();
    private final DefaultBroker broker =
            DefaultBroker.builder().partner("shop", partner.url()).build().start();
    private final DefaultMashup mashup = new DefaultMashup(broker, new GivenInbound(Map.of()));

    DefaultMashup mashup() {
        return mashup;
    }

    DefaultBroker broker() {
        return broker;
    }

    /** Starts a GET. */
    Exchange get(Object id) {
        return mashup.get("shop", "/{id}", id);
    }

    /** The next request that the partner receives. */
    HandConnection accept() {
        return partner.acceptRequest();
    }

    /** Answers the next request. */
    void answerNext(String body) {
        answer(accept(), body);
    }

    /** Answers, and ends the connection: the next request comes on another one. */
    static void answer(HandConnection connection, String body) {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + length + "\r\n\r\n" + body);
        connection.close();
    }

    /** The text that the value of {@code stage} is shown as. */
    static String text(CompletionStage<?> stage) {
        return String.valueOf(value(stage));
    }

    static <T> T value(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException x) {
            throw new AssertionError("no value", x);
        }
    }

    /** The failure of {@code stage}. */
    static Throwable failure(CompletionStage<?> stage) {
        Duration patience = Soon.PATIENCE;
        try {
            Object value = stage.toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            throw new AssertionError("no failure, but " + value);
        } catch (ExecutionException x) {
            return BrokerStage.unwrapped(x);
        } catch (InterruptedException | TimeoutException x) {
            throw new AssertionError("no failure", x);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        broker.close();
        partner.close();
    }
}
