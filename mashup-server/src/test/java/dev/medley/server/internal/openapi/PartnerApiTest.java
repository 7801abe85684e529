package dev.medley.server.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.server.internal.declaration.RequestMethod;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartnerApiTest {

    private static final PathPattern NO_BASE = PathPattern.ofTemplate("");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            []                                        | is not an object
            text                                      | is not an object
            ''                                        | is not an object
            {}                                        | has no version in 'openapi'
            {"openapi": {}, "paths": {}}              | has no version in 'openapi'
            {"openapi": "2.0", "paths": {}}           | has no version in 'openapi'
            {"swagger": "2.0", "paths": {}}           | is a document of Swagger 2
            {"openapi": "3.0.3"}                      | has no paths
            {"openapi": "3.0.3", "paths": []}         | has no paths
            {"openapi": "3.1.0", "paths": null}       | has no paths
            """)
    void aDocumentThatIsNoneOfOpenApi3IsRefused(String text, String fault) {
        assertThatExceptionOfType(ApiDocumentException.class)
                .isThrownBy(() -> PartnerApi.of(DocumentReader.parse(text)))
                .withMessage(fault);
    }

    @ParameterizedTest
    @CsvSource({
        "/customers, '', /customers",
        "/v2/customers, '', /customers",
        "/v2/customers, /api, /customers",
        "/customers, /v2, /customers",
        "/customers, /api/v2, /customers",
        "/customers/me, '', /customers/me /customers/{id}",
        "/customers/{x}, '', /customers/{id} /customers/me",
        "/customers/7, '', /customers/{id}",
        "/customers/7/orders, '', /customers/{id}/orders",
        "/reports/2024-05.pdf, '', /reports/{year}-{month}.{format}",
        "/reports/{x}-{y}.pdf, '', /reports/{year}-{month}.{format}",
        "/reports/{x}, '', /reports/{year}-{month}.{format}",
        "/{x}, '', /customers /orders /search /stock /prices",
        "/customers/, '', ''",
        "/v1/customers, '', ''",
        "/reports/2024, '', ''"
    })
    void aPathIsFoundByItsSegmentsWithOrWithoutTheServersBasePath(String requested, String address, String found)
            throws ApiDocumentException {
        List<ApiPath> paths = shop().find(PathPattern.ofTemplate(requested), PathPattern.ofTemplate(address));

        assertThat(paths).extracting(ApiPath::template).containsExactly(split(found));
    }

    @ParameterizedTest
    @CsvSource({
        "/customer, did you mean /customers?",
        "/v2/customer, did you mean /v2/customers?",
        "/customers/{}/order, did you mean /customers/{id}/orders?",
        "/nothing/like/it, 'expected one of its paths, such as /customers'"
    })
    void theNearestPathIsSuggested(String requested, String suggestion) throws ApiDocumentException {
        assertThat(shop().suggestion(PathPattern.ofTemplate(requested))).isEqualTo(suggestion);
    }

    @ParameterizedTest
    @CsvSource({"/customers, GET POST", "/customers/7, GET PUT PATCH DELETE", "/orders, POST", "/search, GET"})
    void aPathHasItsMethods(String requested, String methods) throws ApiDocumentException {
        assertThat(path(requested).methods()).containsExactly(split(methods));
    }

    @ParameterizedTest
    @CsvSource({
        "/customers, GET, page? page-size? api_key?, filter, false, '', NONE",
        "/customers, POST, api_key?, '', false, '', REQUIRED",
        "/customers/7, GET, expand? api_key?, '', false, '', NONE",
        "/customers/7, PATCH, expand? api_key?, '', false, '', ALLOWED",
        "/customers/me, GET, api_key?, '', false, x-session, NONE",
        "/customers/7/orders, GET, status page? api_key?, '', false, '', NONE",
        "/orders, POST, api_key?, '', false, idempotency-key, REQUIRED",
        "/search, GET, api_key?, '', true, '', NONE",
        "/prices, GET, api_key?, '', true, '', NONE"
    })
    void anOperationHasItsParametersAndBody(
            String requested,
            RequestMethod method,
            String query,
            String objects,
            boolean otherQuery,
            String headers,
            ApiOperation.Body body)
            throws ApiDocumentException {
        ApiOperation operation = shop().operation(path(requested), method).orElseThrow();

        assertThat(operation.query().entrySet())
                .extracting(entry -> entry.getKey() + (entry.getValue() ? "" : "?"))
                .containsExactly(split(query));
        assertThat(operation.objects()).containsExactly(split(objects));
        assertThat(operation.otherQuery()).isEqualTo(otherQuery);
        assertThat(operation.requiredHeaders()).containsExactly(split(headers));
        assertThat(operation.body()).isEqualTo(body);
    }

    @Test
    void aParameterThatIsAnObjectHasMembersInBrackets() throws ApiDocumentException {
        ApiOperation operation =
                shop().operation(path("/customers"), RequestMethod.GET).orElseThrow();
        assertThat(List.of("filter[country]", "page", "api_key")).allMatch(operation::knows);
        assertThat(List.of("filter", "[country]", "page[x]", "other")).noneMatch(operation::knows);
    }

    @Test
    void aPathWhoseOperationsAreInAnotherDocumentIsKnownAndTheyAreNot() throws ApiDocumentException {
        assertThat(path("/stock").isElsewhere()).isTrue();
        assertThat(path("/stock").methods()).isEmpty();
    }

    /** None of them leads to an end, or to a place in the document. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            #/components/parameters/A
            #/components/parameters/B
            #/paths/~1a/get/parameters/0
            #/components/parameters/Unknown
            #/components/~2
            #components
            #
            other.yaml#/A
            https://example.org/a.yaml
            #/%zz
            """)
    void aReferenceThatLeadsNowhereIsAParameterThatIsNotKnown(String reference) throws ApiDocumentException {
        PartnerApi api = PartnerApi.of(DocumentReader.parse("""
                openapi: 3.1.0
                paths:
                  /a:
                    get:
                      parameters: [{$ref: '%s'}]
                components:
                  parameters:
                    A: {$ref: '#/components/parameters/B'}
                    B: {$ref: '#/components/parameters/A'}
                """.formatted(reference)));
        ApiPath path = api.find(PathPattern.ofTemplate("/a"), NO_BASE).get(0);

        assertThat(api.operation(path, RequestMethod.GET).orElseThrow().otherQuery())
                .isTrue();
    }

    @Test
    void aReferenceMayHaveEscapesAndLeadOn() throws ApiDocumentException {
        PartnerApi api = PartnerApi.of(DocumentReader.parse("""
                openapi: 3.1.0
                paths:
                  /a/{b}:
                    get:
                      parameters: [{$ref: '#/components/parameters/A%20B'}]
                  /c:
                    get:
                      parameters: [{$ref: '#/paths/~1a~1%7Bb%7D/get/parameters/0'}]
                components:
                  parameters:
                    A B: {$ref: '#/components/parameters/+'}
                    +: {name: x, in: query, required: true}
                """));
        ApiPath path = api.find(PathPattern.ofTemplate("/c"), NO_BASE).get(0);

        assertThat(api.operation(path, RequestMethod.GET).orElseThrow().query()).containsOnlyKeys("x");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {type: string}                            | false
            {type: object}                            | true
            {type: [object, 'null']}                  | true
            {type: [string, 'null']}                  | false
            {properties: {}}                          | true
            {oneOf: [{type: string}, {type: object}]} | true
            {oneOf: [{type: string}, {type: array}]}  | false
            {$ref: '#/components/schemas/Self'}       | false
            {$ref: '#/components/schemas/One'}        | true
            {$ref: 'other.yaml'}                      | true
            """)
    void theMembersOfAnObjectAreParametersThatAreNotKnown(String schema, boolean otherQuery)
            throws ApiDocumentException {
        PartnerApi api = PartnerApi.of(DocumentReader.parse("""
                openapi: 3.1.0
                paths: {/a: {get: {parameters: [{name: x, in: query, schema: %s}]}}}
                components:
                  schemas:
                    Self: {allOf: [{$ref: '#/components/schemas/Self'}, {type: string}]}
                    One: {allOf: [{$ref: '#/components/schemas/Other'}]}
                    Other: {anyOf: [{$ref: '#/components/schemas/One'}, {additionalProperties: {}}]}
                """.formatted(schema)));
        ApiPath path = api.find(PathPattern.ofTemplate("/a"), NO_BASE).get(0);

        assertThat(api.operation(path, RequestMethod.GET).orElseThrow().otherQuery())
                .isEqualTo(otherQuery);
    }

    @Test
    void aLongChainOfSchemasIsFollowedToItsEnd() throws ApiDocumentException {
        StringBuilder text = new StringBuilder(
                "openapi: 3.1.0\npaths: {/a: {get: {parameters: [{name: x, in: query, schema: {$ref: '#/s/0'}}]}}}\ns:\n");
        for (int i = 0; i < 5_000; i++) {
            text.append("  '%d': {allOf: [{$ref: '#/s/%d'}, {$ref: '#/s/%d'}]}\n".formatted(i, i + 1, i / 2));
        }
        PartnerApi api = PartnerApi.of(
                DocumentReader.parse(text.append("  '5000': {type: object}\n").toString()));
        ApiPath path = api.find(PathPattern.ofTemplate("/a"), NO_BASE).get(0);

        assertThat(api.operation(path, RequestMethod.GET).orElseThrow().otherQuery())
                .isTrue();
    }

    /** Values of other types than the specification says stand for nothing, and never end the check. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {openapi: 3.1.0, servers: x, paths: {/a: {get: {}}}}
            {openapi: 3.1.0, servers: [{url: [1]}], paths: {/a: {get: {}}}}
            {openapi: 3.1.0, servers: [{url: '::'}], paths: {/a: {get: {}}}}
            {openapi: 3.1.0, paths: {/a: {get: []}}}
            {openapi: 3.1.0, paths: {/a: {get: {parameters: {x: 1}}}}}
            {openapi: 3.1.0, paths: {/a: {get: {parameters: [1, null, [], {}]}}}}
            {openapi: 3.1.0, paths: {/a: {get: {parameters: [{in: query, schema: 1}]}}}}
            {openapi: 3.1.0, paths: {/a: {get: {requestBody: 1, security: 1}}}}
            {openapi: 3.1.0, paths: {/a: {get: {}}}, components: 1}
            {openapi: 3.1.0, paths: {/a: {get: {}}}, components: {securitySchemes: [1, {type: apiKey, in: query}]}}
            {openapi: 3.1.0, paths: {/a: {get: {}}, b: 1, '': {}, x-y: []}}
            """)
    void valuesOfTheWrongTypeAreNoTrouble(String text) throws ApiDocumentException {
        PartnerApi api = PartnerApi.of(DocumentReader.parse("%YAML 1.2\n---\n" + text));
        ApiPath path = api.find(PathPattern.ofTemplate("/a"), NO_BASE).get(0);

        assertThat(path.template()).isEqualTo("/a");
        assertThat(api.operation(path, RequestMethod.GET)).isPresent();
        assertThat(api.suggestion(PathPattern.ofTemplate("/b"))).isNotEmpty();
    }

    private static ApiPath path(String requested) throws ApiDocumentException {
        return shop().find(PathPattern.ofTemplate(requested), NO_BASE).get(0);
    }

    private static PartnerApi shop() throws ApiDocumentException {
        return PartnerApi.of(
                DocumentReader.read(Path.of("src/test/resources/dev/medley/server/internal/openapi/shop.yaml")));
    }

    private static String[] split(String words) {
        return words.isEmpty() ? new String[0] : words.split(" ", -1);
    }
}
