package recipes.jdk;

import java.util.List;
import java.util.Map;
import java.util.stream.Gatherers;
import recipes.jdk.Mashup.Reply;
import recipes.jdk.Mashup.Request;
import tools.jackson.databind.JsonNode;

record UsersMashup(Partners partners) {

    Reply users(Request request) {
        List<Long> ids =
                request.parameters().get("id").stream().map(Long::valueOf).toList();
        // recipe c begin
        var users = ids.stream().gather(Gatherers.mapConcurrent(4, this::user)).toList();
        return Reply.json(Map.of("users", users));
        // recipe c end
    }

    // recipe c begin
    private JsonNode user(long id) {
        try {
            return partners.get("users", "/users/" + id);
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }
    // recipe c end
}
