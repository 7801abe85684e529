package dev.medley.loadtest.attack.way;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.attack.connection.Attack;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.hpack.HpackException;
import org.junit.jupiter.api.Test;

class FieldBlockTest {

    private static final int MOST_BYTES = 8_192;

    @Test
    void jettyReadsARequest() throws HpackException {
        byte[] block = FieldBlock.get("/hello?x=1", Attack.Way.TLS_H2)
                .field("accept", "y".repeat(300))
                .bytes();
        MetaData.Request request = (MetaData.Request) decode(block);
        assertThat(request.getMethod()).isEqualTo("GET");
        assertThat(request.getHttpURI()).hasToString("https://localhost/hello?x=1");
        assertThat(request.getHttpFields().get("accept")).isEqualTo("y".repeat(300));
    }

    @Test
    void aBombIsLargerThanItsBlock() {
        byte[] block = FieldBlock.get("/", Attack.Way.CLEAR)
                .bomb("x", "y".repeat(3_000), 100)
                .bytes();
        assertThat(block).hasSizeLessThan(4_000);
        assertThatThrownBy(() -> decode(block)).isInstanceOf(HpackException.class);
    }

    @Test
    void manyFieldsAreWithinTheLimit() throws HpackException {
        MetaData request =
                decode(FieldBlock.get("/", Attack.Way.CLEAR).many(180).bytes());
        assertThat(request.getHttpFields().size()).isEqualTo(180);
    }

    private static MetaData decode(byte[] block) throws HpackException {
        HpackDecoder decoder = new HpackDecoder(MOST_BYTES, () -> 0L);
        return decoder.decode(ByteBuffer.wrap(block));
    }
}
