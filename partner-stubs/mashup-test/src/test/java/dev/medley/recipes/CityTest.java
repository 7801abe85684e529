package dev.medley.recipes;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.medley.test.MedleyExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CityTest {

    // recipe f begin
    @RegisterExtension
    static final MedleyExtension MEDLEY = MedleyExtension.of(new CityServlet(), "weather", "news");

    @Test
    void newsThatFailAreMissing() {
        MEDLEY.stubs("news").answer("GET", "/news", 503, "");
        assertTrue(MEDLEY.get("/city?name=Rome").body().endsWith("\"missing\":{\"news\":\"unexpected status 503\"}}"));
    }
    // recipe f end
}
