package dev.medley.loadtest.codec;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The document that is encoded and decoded: an order, as verbose as orders of web services are.
 *
 * @param number of the order
 * @param state such as {@code shipped}
 * @param placedAt an instant, as text
 * @param customer who has ordered
 * @param shippingAddress where it goes
 * @param lines what was ordered
 * @param total what it costs
 * @param paid whether it is paid
 * @param labels further texts by name
 */
record Order(
        String number,
        String state,
        String placedAt,
        Customer customer,
        Address shippingAddress,
        List<Line> lines,
        Money total,
        boolean paid,
        Map<String, String> labels) {

    private static final int LINES = 5;
    private static final long CUSTOMER = 90_481_273L;
    private static final double PRICE = 19.99;

    /** A customer. */
    record Customer(long id, String givenName, String familyName, String email, List<String> groups) {}

    /** An address. */
    record Address(
            String street, String city, String postalCode, String countryCode, double latitude, double longitude) {}

    /** A line of an order. */
    record Line(int position, String article, String description, int quantity, Money price, List<String> options) {}

    /** An amount of money. */
    record Money(double amount, String currency) {}

    /** The order that all units encode. */
    static Order sample() {
        return new Order(
                "2026-11-27-000417",
                "shipped",
                "2026-11-27T09:14:05.123Z",
                new Customer(
                        CUSTOMER,
                        "Grace",
                        "Hopper \"Amazing\"",
                        "grace.hopper@example.com",
                        List.of("wholesale", "newsletter", "early-access")),
                new Address("Königsallee 27, 3. Stock", "Düsseldorf", "40212", "DE", 51.2226, 6.7792),
                IntStream.rangeClosed(1, LINES).mapToObj(Order::line).toList(),
                new Money(PRICE * LINES, "EUR"),
                true,
                Map.of("warehouse", "north-2", "carrier", "parcel", "note", "Please ring twice;\nthe bell is quiet."));
    }

    private static Line line(int position) {
        return new Line(
                position,
                "A-100" + position,
                "A thing that is described in a few words, number " + position,
                position,
                new Money(PRICE, "EUR"),
                List.of("blue", "size-" + position));
    }
}
