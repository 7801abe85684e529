package recipes.webflux;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import recipes.webflux.Partners.Part;
import tools.jackson.databind.JsonNode;

@RestController
class ProductMashup {

    private final Partners partners;

    ProductMashup(Partners partners) {
        this.partners = partners;
    }

    @GetMapping("/product")
    Mono<ResponseEntity<Map<String, Object>>> product(@RequestParam long id) {
        var product = partners.get("products", JsonNode.class, "/products/{id}", id);
        // recipe d begin
        var recommended = partners.get("recommendations", JsonNode.class, "/recommendations?for={id}", id)
                .timeout(Duration.ofMillis(200));
        var part = Part.optional("recommendations", recommended, List.of());
        // recipe d end
        return Mono.zip(product, part, (p, r) -> {
            Map<String, Object> document = new LinkedHashMap<>(Map.of("product", p, "recommendations", r.value()));
            if (!r.missing().isEmpty()) {
                document.put("missing", r.missing());
            }
            return ResponseEntity.ok()
                    // recipe e begin
                    .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                    // recipe e end
                    .body(document);
        });
    }
}
