package {{package}};

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.medley.test.MedleyExtension;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CityServletTest {

    @RegisterExtension
    static final MedleyExtension MEDLEY = MedleyExtension.of(new CityServlet(), "weather", "news");

    @Test
    void repliesWithTheWeatherAndTheNewsOfACity() {
        MEDLEY.stubs("weather").answer("GET", "/weather", 200, "{\"celsius\":21}");
        MEDLEY.stubs("news").answer("GET", "/news", 200, "[\"a new tram line\"]");

        HttpResponse<String> reply = MEDLEY.get("/city?name=Rome");

        assertEquals(200, reply.statusCode());
        assertEquals("{\"weather\":{\"celsius\":21},\"news\":[\"a new tram line\"]}", reply.body());
        assertEquals("Rome", MEDLEY.stubs("news").recorded().get(0).parameter("city"));
    }

    @Test
    void repliesWithoutTheNewsIfTheyFail() {
        MEDLEY.stubs("weather").answer("GET", "/weather", 200, "{\"celsius\":21}");
        MEDLEY.stubs("news").answer("GET", "/news", 503, "");

        HttpResponse<String> reply = MEDLEY.get("/city?name=Rome");

        assertEquals(
                "{\"weather\":{\"celsius\":21},\"news\":null,\"missing\":{\"news\":\"unexpected status 503\"}}", reply.body());
    }
}
