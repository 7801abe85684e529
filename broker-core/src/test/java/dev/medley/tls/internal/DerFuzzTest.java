package dev.medley.tls.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;

/** Whatever a file of a key has in it, an element is found within its bytes, or refused. */
class DerFuzzTest {

    @FuzzTest
    void anElementIsFoundOrRefused(byte[] bytes) {
        for (int tag : new int[] {Der.INTEGER, Der.OCTET_STRING, Der.SEQUENCE}) {
            try {
                ByteBuffer content = Der.find(ByteBuffer.wrap(bytes), tag);
                assertThat(content.remaining()).isLessThanOrEqualTo(bytes.length - 2);
            } catch (IllegalArgumentException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }
    }

    @FuzzTest
    void anElementThatIsMadeIsFound(byte[] content) {
        ByteBuffer element = ByteBuffer.wrap(Der.element(Der.SEQUENCE, content));
        assertThat(Der.find(element, Der.SEQUENCE)).isEqualTo(ByteBuffer.wrap(content));
    }
}
