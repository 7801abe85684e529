package dev.medley.mashup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.connection.Header;
import dev.medley.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyTest {

    @Test
    void aDocumentIsJson() {
        Reply reply = Reply.json(Json.of(Map.of("city", "Oslo")));

        assertThat(reply.type()).isEqualTo("application/json");
        assertThat(new String(reply.body(), UTF_8)).isEqualTo("{\"city\":\"Oslo\"}");
    }

    @Test
    void anObjectIsWrittenAsJson() {
        record City(String name, int hotels) {}

        assertThat(new String(Reply.json(new City("Oslo", 3)).body(), UTF_8))
                .isEqualTo("{\"name\":\"Oslo\",\"hotels\":3}");
    }

    @Test
    void textIsInUtf8() {
        Reply reply = Reply.text("Zürich");

        assertThat(reply.type()).isEqualTo("text/plain;charset=utf-8");
        assertThat(reply.body()).isEqualTo("Zürich".getBytes(UTF_8));
    }

    @Test
    void bytesAreAsTheyAre() {
        byte[] bytes = {1, 2};

        assertThat(Reply.bytes("image/png", bytes).body()).isSameAs(bytes);
    }

    @Test
    void aReplyHasStatus200UnlessSet() {
        assertThat(Reply.text("").status()).isEqualTo(200);
        assertThat(Reply.text("").stream()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 99, 100, 101, 199, 600, 1000})
    void aStatusThatIsNotFinalIsRefused(int status) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reply.text("").status(status))
                .withMessage("status is " + status + ", expected 200 to 599");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length", "content-type", "TRANSFER-ENCODING"})
    void aFieldThatFollowsFromTheBodyIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reply.text("").header(name, "1"))
                .withMessageContaining(name);
    }

    @Test
    void aChangeLeavesTheReplyThatIsChangedAsItIs() {
        Reply before = Reply.text("so").header("X-One", "1");
        Reply after = before.status(201).type("text/x").header("X-Two", "2");

        assertThat(before.status()).isEqualTo(200);
        assertThat(before.headers()).containsExactly(new Header("X-One", "1"));
        assertThat(after.status()).isEqualTo(201);
        assertThat(after.type()).isEqualTo("text/x");
        assertThat(after.headers()).containsExactly(new Header("X-One", "1"), new Header("X-Two", "2"));
        assertThat(after.body()).isEqualTo(before.body());
    }
}
