package dev.medley.server.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares exchanges with the documents beside this configuration, of a shop and of a weather service. */
class ApiCheckTest {

    private static final Path FILE = Path.of("src/test/resources/dev/medley/server/internal/openapi/medley.yaml");

    /** What precedes the exchange, which begins in line 8. */
    private static final String CONFIGURATION = """
            partners:
              shop: {url: "http://127.0.0.1:9001", openapi: shop.yaml, idempotency-key: true}
              weather: {url: "http://127.0.0.1:9002/api", openapi: weather.json}
              other: {url: "http://127.0.0.1:9003"}
            mashups:
              /a/{id}:
                exchanges:
            %s
            """;

    private static Stream<Arguments> wrongExchanges() {
        return Stream.of(
                Arguments.of(
                        "shop: {path: '/customer/{$request.path.id}'}",
                        "medley.yaml:8:21: mashups./a/{id}.exchanges.shop.path: '/customer/{$request.path.id}' is not a path of"
                                + " shop.yaml; did you mean /customers/{id}?"),
                Arguments.of(
                        "shop: {path: /customers/me/basket?x=1}",
                        "medley.yaml:8:20: mashups./a/{id}.exchanges.shop.path: '/customers/me/basket' is not a path of shop.yaml;"
                                + " expected one of its paths, such as /customers"),
                Arguments.of(
                        "shop: {path: /orders}",
                        "medley.yaml:8:20: mashups./a/{id}.exchanges.shop.path: GET is not a method of /orders in shop.yaml;"
                                + " expected POST"),
                Arguments.of(
                        "shop: {path: '/customers/{$request.path.id}', method: POST}",
                        "medley.yaml:8:21: mashups./a/{id}.exchanges.shop.path: POST is not a method of /customers/{id} in"
                                + " shop.yaml; expected GET, PUT, PATCH, DELETE"),
                Arguments.of(
                        "shop: {path: '/customers?page={1}&pagesize=9'}",
                        "medley.yaml:8:41: mashups./a/{id}.exchanges.shop.path: 'pagesize' is not a query parameter of GET"
                                + " /customers of shop.yaml; did you mean page-size?"),
                Arguments.of(
                        "shop: {path: /customers, query: {sort: name}}",
                        "medley.yaml:8:40: mashups./a/{id}.exchanges.shop.query.sort: 'sort' is not a query parameter of GET"
                                + " /customers of shop.yaml; expected page, page-size, api_key"),
                Arguments.of(
                        "shop: {path: '/customers/{$request.path.id}/orders?page=2'}",
                        "medley.yaml:8:21: mashups./a/{id}.exchanges.shop.path: has no query parameter 'status'; GET"
                                + " /customers/{id}/orders of shop.yaml requires it"),
                Arguments.of(
                        "shop: {path: /customers/me}",
                        "medley.yaml:8:7: mashups./a/{id}.exchanges.shop: has no header field 'x-session'; GET /customers/me of"
                                + " shop.yaml requires it"),
                Arguments.of(
                        "shop: {path: '/customers/{$request.path.id}', method: PUT}",
                        "medley.yaml:8:7: mashups./a/{id}.exchanges.shop: has no body; PUT /customers/{id} of shop.yaml requires"
                                + " one"),
                Arguments.of(
                        "shop: {path: '/orders/{$request.path.id}/cancel', body: '{}'}",
                        "medley.yaml:8:64: mashups./a/{id}.exchanges.shop.body: is a body; POST /orders/{id}/cancel of shop.yaml"
                                + " takes none"),
                Arguments.of(
                        "shop: {path: /orders, headers: {Content-Type: text/xml}, body: '\"<a/>\"'}",
                        "medley.yaml:8:71: mashups./a/{id}.exchanges.shop.body: is sent as text/xml; POST /orders of"
                                + " shop.yaml takes application/json, via the header field Content-Type"),
                Arguments.of(
                        "w: {partner: weather, path: /weather}",
                        "medley.yaml:8:35: mashups./a/{id}.exchanges.w.path: has no query parameter 'city'; GET /weather of"
                                + " weather.json requires it"));
    }

    @ParameterizedTest
    @MethodSource("wrongExchanges")
    void anExchangeThatItsPartnerDoesNotDescribeIsAProblemWithItsPlace(String exchange, String problem) {
        assertThat(problems(exchange)).containsExactly(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shop: {path: /customers}",
                "shop: {path: /v2/customers}",
                "shop: {path: '/customers?page=1&filter%5Bcountry%5D=it', query: {page-size: '{5}', api_key: k}}",
                "shop: {path: '/customers?page=1', query: {'filter[country]': it, api_key: k}}",
                "shop: {path: '/customers?{$request.path.id}=1'}",
                "shop: {path: '/customers/{$request.path.id}?expand=orders'}",
                "shop: {path: '/customers/{$request.path.id}/orders?status=open'}",
                "shop: {path: '/customers/{$request.path.id}/orders', query: {status: open}}",
                "shop: {path: '/customers/{$request.path.id}/orders?{$request.path.id}=open'}",
                "shop: {path: /customers/me, headers: {x-session: '{$request.path.id}'}}",
                "shop: {path: /customers, body: '{\"name\": \"A\"}'}",
                "shop: {path: '/customers/{$request.path.id}', method: PATCH}",
                "shop: {path: '/customers/{$request.path.id}', method: PATCH, body: '{}'}",
                "shop: {path: '/{$request.path.id}', body: '{}'}",
                "shop: {path: /orders, body: $request.body}",
                "shop: {path: /orders, headers: {Content-Type: 'application/json; charset=utf-8'}, body: '{}'}",
                "shop: {path: /orders, headers: {Content-Type: '{$request.path.id}'}, body: '{}'}",
                "shop: {path: '/reports/2024-{$request.path.id}.pdf'}",
                "shop: {path: /search?anything=1}",
                "shop: {path: /prices?currency=EUR}",
                "shop: {path: /stock?anything=1, method: DELETE}",
                "w: {partner: weather, path: '/weather?city={$request.path.id}&days=3'}",
                "w: {partner: '{$partners[0]}', path: /nowhere}",
                "other: {path: /nowhere}"
            })
    void anExchangeThatItsPartnerDescribesOrThatIsNotComparedIsNoProblem(String exchange) {
        assertThat(problems(exchange)).isEmpty();
    }

    @Test
    void anExchangeThatStandsForAnotherOneIsComparedToo() {
        assertThat(problems("""
                        other: {path: /x, fallback: {exchange: spare}}
                              spare: {partner: shop, path: /orders}
                        """))
                .singleElement()
                .asString()
                .startsWith("medley.yaml:9:")
                .contains("exchanges.spare.path: GET is not a method of /orders");
    }

    @Test
    void allProblemsOfAnExchangeAreReported() {
        assertThat(problems("shop: {path: '/customers?pgae=1&sort=x', query: {api-key: k}}"))
                .extracting(problem -> problem.substring(problem.indexOf(" '")))
                .containsExactly(
                        " 'pgae' is not a query parameter of GET /customers of shop.yaml; did you mean page?",
                        " 'sort' is not a query parameter of GET /customers of shop.yaml; expected page, page-size, api_key",
                        " 'api-key' is not a query parameter of GET /customers of shop.yaml; did you mean api_key?");
    }

    @Test
    void thePlaceInAPathOfSeveralLinesIsThatOfTheParameter() {
        assertThat(problems("""
                        shop:
                                path: "/customers?page=1\\
                                  &pages=2"
                        """))
                .containsExactly(
                        "medley.yaml:10:12: mashups./a/{id}.exchanges.shop.path: 'pages' is not a query parameter of GET"
                                + " /customers of shop.yaml; did you mean page?");
    }

    @Test
    void aDocumentThatCannotBeUsedIsOneProblemOfThePartnersKey() {
        Configuration configuration = configuration("""
                partners:
                  a: {url: "http://127.0.0.1:9001", openapi: none.yaml}
                  b: {url: "http://127.0.0.1:9001", openapi: mashups.yaml}
                  c: {url: "http://127.0.0.1:9001", openapi: shop.yaml}
                mashups: {/m: {exchanges: {a: {path: /x}, c: {path: /v2/orders}}}}
                """);

        assertThat(ApiCheck.problems(configuration, FILE))
                .containsExactly(
                        "medley.yaml:2:37: partners.a.openapi: '%s' does not exist; expected an OpenAPI document of version 3.0 or 3.1"
                                .formatted(FILE.resolveSibling("none.yaml")),
                        "medley.yaml:3:37: partners.b.openapi: '%s' has no version in 'openapi'; expected an OpenAPI document of version 3.0 or 3.1"
                                .formatted(FILE.resolveSibling("mashups.yaml")),
                        "medley.yaml:5:53: mashups./m.exchanges.c.path: GET is not a method of /orders in shop.yaml; expected POST");
    }

    @Test
    void anAbsolutePathOfADocumentIsUsedAsItIs() {
        Path absolute = FILE.resolveSibling("shop.yaml").toAbsolutePath();
        Configuration configuration = configuration("""
                partners: {shop: {url: "http://127.0.0.1:9001", openapi: '%s'}}
                mashups: {/m: {exchanges: {shop: {path: /orders}}}}
                """.formatted(absolute));

        assertThat(ApiCheck.problems(configuration, Path.of("elsewhere/medley.yaml")))
                .singleElement()
                .asString()
                .contains("/orders in " + absolute);
    }

    @Test
    void withoutDocumentsNothingIsCompared() {
        assertThat(ApiCheck.problems(configuration("""
                                partners: {a: {url: "http://127.0.0.1:9001"}}
                                mashups: {/m: {exchanges: {a: {path: /x}}}}
                                """), FILE)).isEmpty();
    }

    @Test
    void mashupsWithProblemsOfTheirOwnAreRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> problems("shop: {partner: nobody, path: /orders}"))
                .withMessageContaining("there is no partner 'nobody'");
    }

    private static List<String> problems(String exchange) {
        return ApiCheck.problems(configuration(CONFIGURATION.formatted("      " + exchange)), FILE);
    }

    private static Configuration configuration(String yaml) {
        return ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of());
    }
}
