package recipes.webflux;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import recipes.webflux.Partners.Part;
import tools.jackson.databind.JsonNode;

// recipe a begin
@RestController
class OrderMashup {

    record Item(int quantity, BigDecimal price) {}

    record Order(long id, long customer, List<Item> items) {

        BigDecimal total() {
            return items.stream()
                    .map(i -> i.price().multiply(BigDecimal.valueOf(i.quantity())))
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
        }
    }

    private final Partners partners;

    OrderMashup(Partners partners) {
        this.partners = partners;
    }

    @GetMapping("/order")
    Mono<Map<String, Object>> order(@RequestParam long id) {
        var order = partners.get("orders", Order.class, "/orders/{id}", id)
                .zipWhen(o -> partners.get("customers", JsonNode.class, "/customers/{id}", o.customer()));
        var recommended = partners.get("recommendations", JsonNode.class, "/recommendations?for={id}", id);
        return Mono.zip(order, Part.optional("recommendations", recommended, List.of()), (o, r) -> {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("order", o.getT1());
            document.put("customer", o.getT2());
            document.put("recommendations", r.value());
            document.put("total", o.getT1().total());
            if (!r.missing().isEmpty()) {
                document.put("missing", r.missing());
            }
            return document;
        });
    }
}
// recipe a end
