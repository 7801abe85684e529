package dev.medley.connection.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.Transfer;
import dev.medley.connection.internal.TransferListener;
import dev.medley.thread.internal.Soon;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A transfer, and what its listener was called with. */
final class RecordedTransfer implements TransferListener {

    private final Transfer transfer;
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<String> parts = new CopyOnWriteArrayList<>();
    private volatile boolean eager = true;
    private volatile @Nullable ResponseHead head;
    private volatile @Nullable Throwable failure;

    RecordedTransfer(PartnerConnection connection, DefaultOutboundRequest request) {
        transfer = ((Lease) connection).prepare(request, this);
    }

    /** Has each part of the body wait for {@link #demand()}. */
    RecordedTransfer onDemand() {
        eager = false;
        return this;
    }

    RecordedTransfer send() {
        transfer.send();
        return this;
    }

    Transfer transfer() {
        return transfer;
    }

    /** Has all that follows be read. */
    void demand() {
        eager = true;
        transfer.demand();
    }

    List<String> events() {
        return events;
    }

    ResponseHead head() {
        return Objects.requireNonNull(head, "no head");
    }

    void await(String event) {
        Soon.until(event, () -> events.contains(event));
    }

    /** Waits for the end, and checks that the response was complete. */
    void assertAnswered(String text) {
        await("ended");
        assertThat(failure).as("failure").isNull();
        assertThat(String.join("", parts)).isEqualTo(text);
        assertThat(events).containsOnlyOnce("ended").containsOnlyOnce("bodyCompleted");
        assertThat(events).last().isEqualTo("ended");
    }

    /** Waits for the end, and checks that it is a failure with such a message. */
    void assertFailed(String message) {
        await("ended");
        assertThat(failure).isNotNull().hasMessageContaining(message);
        assertThat(events).containsOnlyOnce("ended").doesNotContain("bodyCompleted", "idle");
    }

    @Override
    public void onWaitingForResponse() {
        events.add("waiting");
    }

    @Override
    public void onHeadersCompleted(ResponseHead complete) {
        head = complete;
        events.add("headers");
    }

    @Override
    public boolean onBodyPart(ByteBuffer bytes) {
        parts.add(StandardCharsets.ISO_8859_1.decode(bytes).toString());
        events.add("part");
        return eager;
    }

    @Override
    public void onBodyCompleted() {
        events.add("bodyCompleted");
    }

    @Override
    public void onConnectionIdle() {
        events.add("idle");
    }

    @Override
    public void onEnded(@Nullable Throwable cause) {
        failure = cause;
        events.add("ended");
    }
}
