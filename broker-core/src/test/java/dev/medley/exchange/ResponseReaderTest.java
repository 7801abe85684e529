package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.Transfer;
import dev.medley.exchange.internal.call.AttemptFailure;
import dev.medley.exchange.internal.call.Call;
import dev.medley.exchange.internal.call.ResponseReader;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ResponseReaderTest {

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    @Test
    void aResponseThatBeginsAfterItsAttemptHasEndedHoldsNothing() {
        rig.start(BrokerRig.at("http://127.0.0.1:1"));
        ResponseReader reader = new ResponseReader(call());
        reader.close();
        reader.begin(new Head());
        assertThat(reader.read(ByteBuffer.wrap(new byte[10]), new Untouched(), new Untouched()))
                .isFalse();
        assertThat(rig.broker().heldBodyBytes()).isZero();
    }

    private Call call() {
        return new Call(
                rig.broker().services(),
                rig.partner(),
                new DefaultOutboundRequest("GET", "/", List.of(), null),
                TestOptions.patient(false),
                null,
                null);
    }

    /** Of a body that is not read any more. */
    private static final class Untouched implements Transfer, ResponseReader.Receiver {

        @Override
        public void onPart(BodyPart part) {
            throw new AssertionError("a part");
        }

        @Override
        public void onFault(AttemptFailure fault) {
            throw new AssertionError(fault.detail());
        }

        @Override
        public void send() {}

        @Override
        public void demand() {}

        @Override
        public void withdraw() {}

        @Override
        public void abort(Throwable cause) {}

        @Override
        public boolean begun() {
            return true;
        }
    }

    private static final class Head implements ResponseHead {

        @Override
        public int status() {
            return 200;
        }

        @Override
        public @Nullable String header(String name) {
            return null;
        }

        @Override
        public List<Header> headers() {
            return List.of();
        }

        @Override
        public long contentLength() {
            return 10;
        }
    }
}
