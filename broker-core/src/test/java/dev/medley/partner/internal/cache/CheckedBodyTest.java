package dev.medley.partner.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A stored body is checked once for all that it answers. */
class CheckedBodyTest {

    private final byte[] bytes = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    private final CheckedBody body = new CheckedBody(bytes);

    @Test
    void itIsCheckedOnce() throws Exception {
        Json first = body.document(JsonLimits.DEFAULT, null);
        // Only a check would find it.
        bytes[0] = 'x';
        assertThat(body.document(JsonLimits.DEFAULT, null)).isEqualTo(first);
    }

    @Test
    void withOtherLimitsItIsCheckedAgain() throws Exception {
        body.document(JsonLimits.DEFAULT, null);
        assertThatThrownBy(() -> body.document(new JsonLimits(1, 1), null)).isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void theTreeThatOneMakesIsNotKeptForTheOthers() throws Exception {
        Json first = body.document(JsonLimits.DEFAULT, null);
        assertThat(body.document(JsonLimits.DEFAULT, null).tree())
                .isEqualTo(first.tree())
                .isNotSameAs(first.tree());
    }

    @Test
    void oneThatIsNoDocumentIsRefusedEachTime() {
        CheckedBody broken = new CheckedBody(new byte[] {'{'});
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> broken.document(JsonLimits.DEFAULT, null))
                    .isInstanceOf(MalformedJsonException.class);
        }
    }
}
