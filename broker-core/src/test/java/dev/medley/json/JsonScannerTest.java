package dev.medley.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** The scanner accepts what Jackson's strict parser accepts, and nothing else. */
class JsonScannerTest {

    private static final JsonFactory JACKSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final List<String> DOCUMENTS = List.of(
            "{\"a\":1,\"b\":[true,false,null,-0.5e+10,\"x\\n\\u00e9\"],\"c\":{\"a\":{},\"b\":[]}}",
            "[[],[[]],{},{\"k\":{\"k\":[0,1,22,-3]}}]",
            " { \"one\" : \"\\\"\" , \"two\" : [ 1 , 2.25 , 3E5 ] }\n",
            "\"text\"",
            "-12.5e-3",
            "[1,\"é\",\"😀\"]");
    private static final String ALPHABET = "{}[]\",:\\u0123456789abcdefntrl-+.eE \n\t\u0001x/";

    @Test
    void documentsWithRandomMistakesAreJudgedAsByJackson() {
        Random random = new Random(7);
        int valid = 0;
        int rounds = 200_000;
        for (int i = 0; i < rounds; i++) {
            byte[] bytes = mutated(DOCUMENTS.get(i % DOCUMENTS.size()), random);
            boolean expected = jacksonAccepts(bytes);
            assertThat(accepted(bytes)).as(() -> new String(bytes, UTF_8)).isEqualTo(expected);
            valid += expected ? 1 : 0;
        }
        assertThat(valid).isBetween(rounds / 20, rounds - rounds / 20);
    }

    private static byte[] mutated(String document, Random random) {
        // One character for each byte, so that bytes of UTF-8 sequences stay next to each other.
        StringBuilder text = new StringBuilder(new String(document.getBytes(UTF_8), ISO_8859_1));
        for (int changes = random.nextInt(3); changes >= 0; changes--) {
            int at = random.nextInt(text.length());
            char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            if (text.charAt(at) >= 0x80) {
                continue;
            }
            switch (random.nextInt(3)) {
                case 0 -> text.setCharAt(at, c);
                case 1 -> text.insert(at, c);
                default -> {
                    if (text.length() > 1) {
                        text.deleteCharAt(at);
                    }
                }
            }
        }
        return text.toString().getBytes(ISO_8859_1);
    }

    private static boolean accepted(byte[] bytes) {
        try {
            Json.parse(bytes);
            return true;
        } catch (MalformedJsonException x) {
            return false;
        }
    }

    private static boolean jacksonAccepts(byte[] bytes) {
        try (JsonParser parser = JACKSON.createParser(ObjectReadContext.empty(), bytes)) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                return false;
            }
            int depth = 0;
            do {
                if (token == null) {
                    return false;
                }
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth > 0) {
                    token = parser.nextToken();
                }
            } while (depth > 0);
            return parser.nextToken() == null;
        } catch (JacksonException x) {
            return false;
        }
    }
}
