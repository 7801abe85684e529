package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.test.MedleyExtension;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of scripts are as those of servlets. */
class ScriptsUnderTestTest {

    @RegisterExtension
    static final MedleyExtension MEDLEY = MedleyExtension.builder()
            .scripts(Path.of("src/test/resources/trip"))
            .partners("weather", "hotels")
            .build();

    @Test
    void aTripHasTheSkyAndTheHotels() {
        MEDLEY.stubs("weather").answer("GET", "/weather", 200, "{\"summary\":\"sunny\"}");
        MEDLEY.stubs("hotels").answer("GET", "/hotels", 200, "[{\"name\":\"Roma\"}]");

        HttpResponse<String> reply = MEDLEY.get("/trip?city=Rome");
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("{\"sky\":\"sunny\",\"hotels\":[{\"name\":\"Roma\"}],\"missing\":{}}");
        assertThat(MEDLEY.stubs("weather").recorded("GET", "/weather?city=Rome"))
                .hasSize(1);
    }

    @Test
    void aTripWithoutHotelsIsAnswered() {
        MEDLEY.stubs("weather").answer("GET", "/weather", 200, "{\"summary\":\"sunny\"}");
        MEDLEY.stubs("hotels").answer("GET", "/hotels", 503, "");

        HttpResponse<String> reply = MEDLEY.get("/trip?city=Rome");
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        assertThat(reply.body()).contains("\"missing\":{\"hotels\":\"unexpected status 503\"}");
    }
}
