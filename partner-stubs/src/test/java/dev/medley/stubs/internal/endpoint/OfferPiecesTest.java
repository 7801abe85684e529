package dev.medley.stubs.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfferPiecesTest {

    @Test
    void everySizeIsMetToTheByteWithValidJson() {
        assertThat(IntStream.range(20, 1500)).allSatisfy(size -> {
            String document = document(12, size);
            assertThat(document).hasSize(size).contains("\"partner\":12");
            assertThat(JsonText.isValid(document)).as(document).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {32_768, 65_536, 65_537, 1_000_000})
    void longDocumentsAreMetToTheByteAsWell(int size) {
        String document = document(0, size);

        assertThat(document.length()).isEqualTo(size);
        assertThat(JsonText.isValid(document)).isTrue();
    }

    @Test
    void aSizeThatIsTooSmallGivesTheNumberOfThePartnerAlone() {
        assertThat(document(7, 0)).isEqualTo("{\"partner\":7}");
        assertThat(document(7, 16)).isEqualTo("{\"partner\":7}   ");
    }

    @Test
    void longDocumentsAreMadePieceByPiece() {
        OfferPieces pieces = new OfferPieces(1, 64 * 1024 * 1024);

        assertThat(pieces.length()).isEqualTo(64 * 1024 * 1024);
        assertThat(pieces.next().remaining()).isBetween(1024, 64 * 1024);
        assertThat(pieces.hasNext()).isTrue();
    }

    private static String document(int partner, long size) {
        OfferPieces pieces = new OfferPieces(partner, size);
        StringBuilder document = new StringBuilder();
        while (pieces.hasNext()) {
            document.append(StandardCharsets.UTF_8.decode(pieces.next()));
        }
        assertThat(pieces.length()).isEqualTo(document.length());
        return document.toString();
    }
}
