package dev.medley.stubs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.eclipse.jetty.client.ContentResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StubAnswersMisuseTest {

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    private final PartnerStubs.Builder builder = PartnerStubs.builder();

    @ParameterizedTest
    @ValueSource(strings = {"get", "", "GET ", "G/T", "/users"})
    void aMethodThatIsNoneIsRefused(String method) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.answer(method, "/users", 200, "{}"))
                .withMessage("the method is '%s', but must be in capitals, such as GET".formatted(method));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "users",
                "",
                "/new york",
                "/ü",
                "/a#b",
                "/100%",
                "http://127.0.0.1/users",
                "/a?b=ü",
                "/a\r\n",
                "/a}",
                "/{a b}",
                "/{}",
                "/a?b=%1"
            })
    void aPathThatIsNoneIsRefused(String path) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.answer("GET", path, 200, "{}"))
                .withMessage(
                        "the path is '%s', but must begin with / and be percent-encoded, such as /users/{id} or"
                                + " /news?city=New%%20York",
                        path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/users/../7", "/users/.", "/%2e%2e/users", "/%2E", "/%00"})
    void aPathThatNoRequestHasIsRefused(String path) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.answer("GET", path, 200, "{}"))
                .withMessageContaining("the path is '" + path + "'")
                .withMessageContaining("no request arrives with the segment");
    }

    @Test
    void aLongPathIsNoMisuse() {
        String word = "a%20b".repeat(20_000);

        builder.answer("GET", "/" + word + "?q=" + word, 200, "{}");
    }

    @Test
    void aNameInBracesThatIsPartOfASegmentIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.answer("GET", "/user-{id}", 200, "{}"))
                .withMessageContaining("a name in braces must be a whole segment");
    }

    @ParameterizedTest
    @CsvSource({"0", "99", "100", "199", "600", "-1"})
    void aStatusThatIsNotFinalIsRefused(int status) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.answer("GET", "/users", status, "{}"))
                .withMessage("the status is %d, but must be from 200 to 599", status);
    }

    @Test
    void aBodyOfAStatusWithoutBodyIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.answer("DELETE", "/users/7", 204, "{}"))
                .withMessage("an answer with status 204 has no body");
    }

    @ParameterizedTest
    @CsvSource({
        "'X Y',          1,     ''X Y'' is not a name of a header field",
        "'',             1,     '''' is not a name of a header field",
        "X,              €,     the value of X has a character that a header field cannot have",
        "Content-Length, 5,     Content-Length belongs to HTTP's framing and cannot be chosen"
    })
    void aHeaderFieldThatCannotBeSentIsRefused(String name, String value, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StubAnswer.status(200).header(name, value))
                .withMessage(message.replace("''", "'"));
    }

    @Test
    void aDelayOutOfBoundsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StubAnswer.status(200).delay(Duration.ofMillis(-1)))
                .withMessage("delay is PT-0.001S, but must be from 0 to 600000 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StubAnswer.status(200).delay(Duration.ofSeconds(Long.MAX_VALUE)));
    }

    @Test
    void aRequestWithoutDefinitionIsAnsweredWithTheDefinedOnes() throws Exception {
        try (PartnerStubs stubs = builder.answer("GET", "/users/{id}", 200, "{}")
                .answer("POST", "/entries", 201, "")
                .start()) {
            ContentResponse response = CLIENTS.of(Protocol.HTTP_1_1)
                    .newRequest(stubs.uri() + "/entries")
                    .send();

            assertThat(response.getStatus()).isEqualTo(404);
            assertThat(response.getContentAsString())
                    .contains("there is GET /users/{id}, POST /entries, /partner/{i}, ", "but not GET /entries");
        }
    }

    @Test
    void aFunctionThatThrowsOrReturnsNullIsNamed() throws Exception {
        try (PartnerStubs stubs = builder.answer("GET", "/none", request -> null)
                .answer("GET", "/throws", request -> {
                    throw new IllegalStateException("no such user");
                })
                .start()) {
            assertThat(get(stubs, "/none")).contains("\"detail\":\"the function for GET /none returned null\"");
            assertThat(get(stubs, "/throws"))
                    .contains("the function for GET /throws threw java.lang.IllegalStateException: no such user");
        }
    }

    @Test
    void manyDefinitionsAreListedInPart() throws Exception {
        for (int i = 0; i < 25; i++) {
            builder.answer("GET", "/users/" + i, 200, "{}");
        }
        try (PartnerStubs stubs = builder.start()) {
            assertThat(get(stubs, "/users/99"))
                    .contains("GET /users/19, 5 more, /partner/{i}")
                    .doesNotContain("/users/20");
        }
    }

    private static String get(PartnerStubs stubs, String path) throws Exception {
        return CLIENTS.of(Protocol.HTTP_1_1)
                .newRequest(stubs.uri() + path)
                .send()
                .getContentAsString();
    }
}
