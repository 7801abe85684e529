package recipes.webflux;

import static org.springframework.http.HttpStatus.CONFLICT;
import static org.springframework.http.HttpStatus.CREATED;
import static org.springframework.http.HttpStatus.NOT_FOUND;

import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.ClientResponse;
import reactor.core.publisher.Mono;

// recipe b begin
@RestController
class NewOrderMashup {

    private final Partners partners;

    NewOrderMashup(Partners partners) {
        this.partners = partners;
    }

    @PostMapping("/orders")
    Mono<ResponseEntity<byte[]>> create(@RequestBody byte[] body, @RequestHeader HttpHeaders headers) {
        var request = partners.post("orders", "/orders").bodyValue(body).headers(h -> {
            h.setContentType(headers.getContentType());
            h.addAll(HttpHeaders.AUTHORIZATION, headers.getOrEmpty(HttpHeaders.AUTHORIZATION));
        });
        return partners.send("orders", request, r -> r.exchangeToMono(NewOrderMashup::pass));
    }

    private static Mono<ResponseEntity<byte[]>> pass(ClientResponse response) {
        if (!Set.of(CREATED, NOT_FOUND, CONFLICT).contains(response.statusCode())) {
            return response.createError();
        }
        return response.toEntity(byte[].class)
                .map(r -> ResponseEntity.status(r.getStatusCode())
                        .headers(h -> {
                            h.setContentType(r.getHeaders().getContentType());
                            h.setLocation(r.getHeaders().getLocation());
                        })
                        .body(r.getBody()));
    }
}
// recipe b end
