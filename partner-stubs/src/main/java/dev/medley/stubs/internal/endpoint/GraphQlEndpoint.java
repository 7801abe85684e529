package dev.medley.stubs.internal.endpoint;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code POST /graphql}: answers any query as one of the product whose id is the variable {@code id}, with all its fields. An id that ends
 * in 4, or none, is an error with the status 200, and one that ends in 5 one with the status 500.
 */
final class GraphQlEndpoint implements StubEndpoint {

    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"?(\\d{1,6})\\b");
    private static final int OK = 200;
    private static final int FAILED = 500;
    private static final int REQUEST_BYTES = 64 * 1024;

    @Override
    public List<String> methods() {
        return List.of("POST");
    }

    @Override
    public int bodyBytes() {
        return REQUEST_BYTES;
    }

    @Override
    public Answer prepare(EndpointRequest call) {
        return body -> {
            Matcher variable = ID.matcher(StandardCharsets.UTF_8.decode(body.start()));
            int id = variable.find() ? Integer.parseInt(variable.group(1)) : 0;
            if (id == 0 || ShopEndpoint.isUnknown(id)) {
                return answer(
                        OK,
                        ("{\"data\":{\"product\":null},\"errors\":[{\"message\":\"there is no product %d\","
                                        + "\"path\":[\"product\"],\"extensions\":{\"code\":\"NOT_FOUND\"}}]}")
                                .formatted(id));
            }
            if (ShopEndpoint.isFailing(id)) {
                return answer(FAILED, "{\"errors\":[{\"message\":\"the product %d fails\"}]}".formatted(id));
            }
            return answer(
                    OK,
                    "{\"data\":{\"product\":{\"id\":\"%d\",\"name\":%s,\"price\":%s}}}"
                            .formatted(id, JsonWriter.quote(ShopEndpoint.name(id)), ShopEndpoint.price(id)));
        };
    }

    private static StubResponse answer(int status, String json) {
        return StubResponse.of(status, "application/graphql-response+json;charset=utf-8", json);
    }
}
