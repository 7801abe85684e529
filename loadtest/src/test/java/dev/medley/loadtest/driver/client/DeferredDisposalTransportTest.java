package dev.medley.loadtest.driver.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.driver.Plans;
import dev.medley.loadtest.driver.plan.LoadProtocol;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.junit.jupiter.api.Test;

class DeferredDisposalTransportTest {

    private static final int REQUESTS = 20;
    private static final String READ_NEXT = "read by another connection";

    @Test
    void aBadChunkTakesNothingFromTheConnectionThatHasTheBufferNext() throws Exception {
        ReadAtOnce buffers = new ReadAtOnce();
        HttpClient client = new HttpClient(ClientFactory.transport(LoadProtocol.HTTP_1_1, new ClientConnector()));
        client.setByteBufferPool(buffers);
        client.start();
        try (RawPartner partner = RawPartner.start(Misbehaviour.BAD_CHUNK)) {
            for (int i = 0; i < REQUESTS; i++) {
                assertThatThrownBy(() -> client.newRequest(partner.uri())
                                .timeout(Plans.SOON.toSeconds(), TimeUnit.SECONDS)
                                .send())
                        .hasCauseInstanceOf(EOFException.class);
            }
        } finally {
            // Then no thread is in the middle of anything any more.
            client.stop();
        }

        assertThat(buffers.texts()).hasSizeGreaterThanOrEqualTo(REQUESTS).containsOnly(READ_NEXT);
    }

    /** A pool whose buffers are read into by another connection as soon as they are given back. */
    private static final class ReadAtOnce extends ByteBufferPool.NonPooling {

        private final Collection<ByteBuffer> read = new ConcurrentLinkedQueue<>();

        @Override
        public RetainableByteBuffer.Mutable acquire(int size, boolean direct) {
            RetainableByteBuffer acquired = super.acquire(size, direct);
            ByteBuffer bytes = acquired.getByteBuffer();
            return new RetainableByteBuffer.Wrapper(acquired) {
                @Override
                public boolean release() {
                    boolean last = super.release();
                    if (last) {
                        BufferUtil.clear(bytes);
                        BufferUtil.append(bytes, READ_NEXT.getBytes(StandardCharsets.US_ASCII));
                        read.add(bytes);
                    }
                    return last;
                }
            };
        }

        /** What is left in the buffers that were given back. */
        Collection<String> texts() {
            return read.stream().map(bytes -> BufferUtil.toString(bytes)).toList();
        }
    }
}
