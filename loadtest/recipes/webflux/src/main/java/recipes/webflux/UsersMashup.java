package recipes.webflux;

import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

@RestController
class UsersMashup {

    private final Partners partners;

    UsersMashup(Partners partners) {
        this.partners = partners;
    }

    @GetMapping("/users")
    Mono<Map<String, List<JsonNode>>> users(@RequestParam List<Long> id) {
        // recipe c begin
        return Flux.fromIterable(id)
                .flatMapSequential(i -> partners.get("users", JsonNode.class, "/users/{id}", i), 4)
                .collectList()
                .map(users -> Map.of("users", users));
        // recipe c end
    }
}
