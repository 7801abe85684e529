package dev.medley.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectTest {

    @Test
    void withoutMembersItIsEmpty() {
        assertThat(new JsonObject().toJson()).hasToString("{}");
    }

    @Test
    void membersComeInOrderAndAsTheyWereWritten() throws MalformedJsonException {
        Json json = new JsonObject()
                .member("b", Json.parse(" {\"x\" : 1.50}\n".getBytes(UTF_8)))
                .member("a", Json.of("text"))
                .member("none", null)
                .member("list", Json.of(new int[] {1, 2}))
                .toJson();
        assertThat(json).hasToString("{\"b\": {\"x\" : 1.50}\n,\"a\":\"text\",\"none\":null,\"list\":[1,2]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"plain", "with-hyphen_9", "with blank", "quo\"te", "back\\slash", "línea", "a\nb", "", "😀"})
    void whateverTheNamesTheObjectIsADocument(String name) throws MalformedJsonException {
        Json made =
                new JsonObject().member(name, Json.of(1)).member("last", null).toJson();
        Json read = Json.parse(made.bytes());
        assertThat(read.tree().propertyNames()).containsExactly(name, "last");
        assertThat(read.tree().get(name).asInt()).isOne();
    }

    @Test
    void aMemberThatIsThereAlreadyIsReplaced() {
        Json json = new JsonObject()
                .member("a", Json.of(1))
                .member("b", Json.of(2))
                .member("a", Json.of(3))
                .toJson();
        assertThat(json).hasToString("{\"a\":3,\"b\":2}");
    }

    @Test
    void objectsMayBeMembersOfObjects() {
        Json inner = new JsonObject().member("é", Json.of("ü")).toJson();
        assertThat(new JsonObject().member("inner", inner).toJson()).hasToString("{\"inner\":{\"é\":\"ü\"}}");
    }
}
