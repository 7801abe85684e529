package dev.medley.server.internal.declared.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DocumentTest {

    @Test
    void jsonTakesLongUntilItHasBeenParsed() {
        Document document = Document.of(Json.of(Map.of("a", 1)));

        assertThat(document.unparsed()).isEqualTo(7);
        document.tree();
        assertThat(document.unparsed()).isZero();
    }

    @Test
    void aTreeOfAnotherFormatTakesLongAlways() {
        Document page = Document.ofTree(Map.of("text", "a"), 100_000);
        Document elements = Document.ofElements(List.of(Result.completed(page, null), Result.completed(page, null)));

        assertThat(page.unparsed()).isEqualTo(100_000);
        assertThat(elements.unparsed()).isEqualTo(200_000);
        assertThat(Document.ofTree(Map.of()).unparsed()).isZero();
    }
}
