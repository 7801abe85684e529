package recipes.jdk;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import recipes.jdk.Mashup.Reply;
import recipes.jdk.Mashup.Request;

// recipe b begin
record NewOrderMashup(Partners partners) {

    private static final Set<Integer> PASSED = Set.of(201, 404, 409);

    Reply create(Request request) throws IOException, InterruptedException {
        byte[] body = request.exchange().getRequestBody().readAllBytes();
        HttpRequest.Builder order = partners.request("orders", "/orders").POST(BodyPublishers.ofByteArray(body));
        for (String field : List.of("Content-Type", "Authorization")) {
            if (request.exchange().getRequestHeaders().containsKey(field)) {
                order.header(field, request.exchange().getRequestHeaders().getFirst(field));
            }
        }
        HttpResponse<byte[]> response = partners.send("orders", order);
        if (!PASSED.contains(response.statusCode())) {
            throw new PartnerException("orders", "unexpected status", null);
        }
        Map<String, String> fields = new HashMap<>();
        for (String field : List.of("Content-Type", "Location")) {
            response.headers().firstValue(field).ifPresent(value -> fields.put(field, value));
        }
        return new Reply(response.statusCode(), fields, response.body());
    }
}
// recipe b end
