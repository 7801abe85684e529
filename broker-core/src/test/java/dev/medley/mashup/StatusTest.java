package dev.medley.mashup;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.http.HttpStatus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The title of a problem document is the phrase of its status (RFC 9457, section 4.2.1). */
class StatusTest {

    @ParameterizedTest
    @CsvSource({
        "403, Forbidden",
        "408, Request Timeout",
        "414, URI Too Long",
        "431, Request Header Fields Too Large",
        "501, Not Implemented",
        "505, HTTP Version Not Supported"
    })
    void theTitleIsThePhraseOfTheStatus(int status, String phrase) {
        assertThat(Status.title(status)).isEqualTo(phrase);
        assertThat(Problem.of(status, "detail").toReply().body()).asString().contains("\"title\":\"" + phrase + "\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 500})
    void eachErrorThatTheContainerKnowsHasAPhrase(int first) {
        for (int status = first; status < first + 100; status++) {
            if (HttpStatus.getCode(status) != null
                    && status != 418
                    && status != 420
                    && status != 499
                    && status != 510) {
                assertThat(Status.title(status)).as("status %d", status).isNotEqualTo("Error");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {419, 499, 599, 999})
    void aStatusThatIsNotRegisteredIsAnError(int status) {
        assertThat(Status.title(status)).isEqualTo("Error");
    }
}
