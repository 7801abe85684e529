package dev.medley.connection.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.internal.PartnerConnection;
import dev.medley.thread.internal.Soon;
import java.nio.ByteBuffer;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpResponse;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A part of the body that is the last one, as HTTP/2 has it, ends the body only when the listener demands more. */
class LastPartTest {

    @RegisterExtension
    final Http1Rig rig = new Http1Rig();

    @Test
    void theEndComesAfterTheListenerDemandedMore() {
        RecordedTransfer exchange = readLastPart(false);
        assertThat(exchange.events()).containsExactly("part");
        exchange.demand();
        assertThat(exchange.events()).containsExactly("part", "bodyCompleted", "idle", "ended");
    }

    @Test
    void theEndComesAtOnceForAListenerThatReadsOn() {
        assertThat(readLastPart(true).events()).containsExactly("part", "bodyCompleted", "idle", "ended");
    }

    @Test
    void anAbortEndsWhatTheListenerDoesNotDemand() {
        RecordedTransfer exchange = readLastPart(false);
        exchange.transfer().abort(new IllegalStateException("not wanted"));
        assertThat(exchange.events()).containsExactly("part", "idle", "ended");
        exchange.demand();
        assertThat(exchange.events()).containsExactly("part", "idle", "ended");
    }

    /** Plays Jetty, which takes a response for complete when its last part is read. */
    private RecordedTransfer readLastPart(boolean eager) {
        PartnerConnection connection = rig.connect();
        rig.partner().accept();
        RecordedTransfer exchange = rig.prepare(connection, Http1Rig.get("/"));
        JettyTransfer transfer = (JettyTransfer) (eager ? exchange : exchange.onDemand()).transfer();
        Response response = new HttpResponse(null);
        transfer.onContentSource(response, new ByteBufferContentSource(ByteBuffer.wrap(new byte[] {'x'})));
        transfer.onConnectionIdle();
        transfer.onComplete(new Result(null, response));
        Soon.until("the part", () -> exchange.events().contains("part"));
        return exchange;
    }
}
