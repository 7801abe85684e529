package recipes.vertx;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

class UsersMashup {

    private final Partners partners;

    UsersMashup(Partners partners) {
        this.partners = partners;
    }

    Future<JsonObject> users(RoutingContext context) {
        List<String> ids = context.request().params().getAll("id");
        // recipe c begin
        return each(ids, 4, id -> partners.get("users", "/users/" + Long.parseLong(id)))
                .map(users -> new JsonObject().put("users", users));
        // recipe c end
    }

    // recipe c begin
    private static Future<List<Object>> each(List<String> ids, int concurrency, Function<String, Future<Object>> get) {
        Object[] results = new Object[ids.size()];
        AtomicInteger next = new AtomicInteger();
        List<Future<Void>> lanes = IntStream.range(0, Math.min(concurrency, ids.size()))
                .mapToObj(i -> lane(ids, next, results, get))
                .toList();
        return Future.all(lanes).onFailure(x -> next.set(ids.size())).map(all -> Arrays.asList(results));
    }

    private static Future<Void> lane(
            List<String> ids, AtomicInteger next, Object[] results, Function<String, Future<Object>> get) {
        int i = next.getAndIncrement();
        if (i >= ids.size()) {
            return Future.succeededFuture();
        }
        return get.apply(ids.get(i)).compose(result -> {
            results[i] = result;
            return lane(ids, next, results, get);
        });
    }
    // recipe c end
}
