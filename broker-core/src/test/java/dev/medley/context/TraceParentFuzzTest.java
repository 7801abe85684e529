package dev.medley.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Whatever a client sends as traceparent, it has an id of 32 hexadecimal digits, or none. */
class TraceParentFuzzTest {

    @FuzzTest
    void aTraceIdIsTakenOrThereIsNone(byte[] bytes) {
        String value = new String(bytes, StandardCharsets.UTF_8);
        String id = TraceParent.traceId(List.of(value));
        if (id != null) {
            assertThat(id).matches("[0-9a-f]{32}").isNotEqualTo("0".repeat(32));
            assertThat(value).startsWith(value.substring(0, 2) + "-" + id + "-").hasSizeLessThanOrEqualTo(512);
        }
    }
}
