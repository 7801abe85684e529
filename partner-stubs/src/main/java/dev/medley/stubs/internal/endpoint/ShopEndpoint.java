package dev.medley.stubs.internal.endpoint;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.eclipse.jetty.http.HttpStatus;

/**
 * A small shop: {@code GET /user/{id}}, {@code /orders?user=ID}, {@code /product/{id}} and {@code /stock/{id}}. The answers
 * follow from the ids, which are whole numbers; one that ends in 4 is answered with 404, and one that ends in 5 with 500.
 */
final class ShopEndpoint implements StubEndpoint {

    private static final List<String> NAMES = List.of("Amara", "Jonas", "Zoë", "Mateo", "Ines");
    private static final List<String> CITIES = List.of("Rome", "Lisbon", "Oslo", "Saskatoon");
    private static final List<String> COLOURS = List.of("green", "blue", "white");
    private static final List<String> PRODUCTS = List.of("kettle", "lamp", "chair", "bowl", "clock");
    private static final List<String> WAREHOUSES = List.of("north", "south");

    static final int MAX_ID = 1_000_000;
    private static final int ORDERS = 3;
    private static final int UNKNOWN = 4;
    private static final int FAILING = 5;

    private final String subject;
    private final boolean inPath;
    private final IntFunction<String> json;

    private ShopEndpoint(String subject, boolean inPath, IntFunction<String> json) {
        this.subject = subject;
        this.inPath = inPath;
        this.json = json;
    }

    /** Users; one in two is premium. */
    static ShopEndpoint user() {
        return new ShopEndpoint(
                "user",
                true,
                id -> "{\"id\":%d,\"name\":%s,\"city\":%s,\"premium\":%b}"
                        .formatted(id, pick(NAMES, id), pick(CITIES, id), id % 2 == 0));
    }

    /** Three orders of a user: of the product that has the user's id, and the two after it. */
    static ShopEndpoint orders() {
        return new ShopEndpoint(
                "user",
                false,
                user -> JsonWriter.array(IntStream.range(0, ORDERS)
                        .mapToObj(n -> "{\"id\":%d,\"product\":%d,\"quantity\":%d}"
                                .formatted(user * 100 + n + 1, user + n, n + 1))
                        .toList()));
    }

    static ShopEndpoint product() {
        return new ShopEndpoint("product", true, ShopEndpoint::productJson);
    }

    static String productJson(int id) {
        return "{\"id\":%d,\"name\":%s,\"price\":%s}".formatted(id, JsonWriter.quote(name(id)), price(id));
    }

    /** Returns whether the shop knows nobody and nothing of this id. */
    static boolean isUnknown(int id) {
        return id % 10 == UNKNOWN;
    }

    /** Returns the name of a product. */
    static String name(int id) {
        return COLOURS.get(id % COLOURS.size()) + " " + PRODUCTS.get(id % PRODUCTS.size());
    }

    /** Returns the price of a product. */
    static double price(int id) {
        return 5.5 + id * 7 % 40;
    }

    /** Returns whether the shop fails for the id. */
    static boolean isFailing(int id) {
        return id % 10 == FAILING;
    }

    static ShopEndpoint stock() {
        return new ShopEndpoint(
                "product",
                true,
                id -> "{\"product\":%d,\"warehouse\":%s,\"count\":%d}"
                        .formatted(id, pick(WAREHOUSES, id), id * 3 % 10));
    }

    @Override
    public boolean hasArgument() {
        return inPath;
    }

    @Override
    public Answer prepare(EndpointRequest call) {
        int id = (int)
                (inPath
                        ? call.number("the id of the " + subject, 1, MAX_ID)
                        : Parameters.number(subject, call.parameters().text(subject), 1, MAX_ID, ""));
        return switch (id % 10) {
            case UNKNOWN ->
                body -> RejectedRequestException.problem(
                        HttpStatus.NOT_FOUND_404,
                        "there is no %s %d: an id that ends in %d is unknown".formatted(subject, id, UNKNOWN));
            case FAILING ->
                body -> RejectedRequestException.problem(
                        HttpStatus.INTERNAL_SERVER_ERROR_500,
                        "the %s %d fails, as does each id that ends in %d".formatted(subject, id, FAILING));
            default -> body -> StubResponse.json(json.apply(id));
        };
    }

    private static String pick(List<String> choices, int id) {
        return JsonWriter.quote(choices.get(id % choices.size()));
    }
}
