package dev.medley.server.internal.topic.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;

class HeldFieldsTest {

    private static final HeldFields FIELDS = HeldFields.of(HttpFields.build()
            .add("Host", "localhost:8080")
            .add("X-Role", "reader")
            .add("Empty", "")
            .add("x-role", "writer")
            .asImmutable());

    @Test
    void hasTheValuesOfANameInAnyCase() {
        assertThat(FIELDS.values("X-ROLE")).containsExactly("reader", "writer");
        assertThat(FIELDS.values("Empty")).containsExactly("");
        assertThat(FIELDS.values("Ho")).isEmpty();
    }

    @Test
    void hasEachNameOnce() {
        assertThat(FIELDS.all())
                .isEqualTo(Map.of(
                        "Host",
                        List.of("localhost:8080"),
                        "X-Role",
                        List.of("reader", "writer"),
                        "Empty",
                        List.of("")));
    }
}
