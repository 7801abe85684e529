package recipes.jdk;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import recipes.jdk.Mashup.Reply;
import recipes.jdk.Mashup.Request;
import tools.jackson.databind.JsonNode;

record ProductMashup(Partners partners) {

    Reply product(Request request) throws InterruptedException {
        long id = Long.parseLong(request.parameter("id"));
        // recipe d begin
        Future<JsonNode> recommended =
                partners.start("recommendations", "/recommendations?for=" + id, Duration.ofMillis(200));
        // recipe d end
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("product", partners.get("products", "/products/" + id));
        // recipe d begin
        Partners.putOptional(document, "recommendations", recommended, List.of());
        // recipe d end
        Reply reply = Reply.json(document);
        // recipe e begin
        reply.fields().put("Cache-Control", "max-age=60");
        // recipe e end
        return reply;
    }
}
