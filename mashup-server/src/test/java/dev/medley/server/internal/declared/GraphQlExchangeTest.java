package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exchanges with {@code graphql}: what is sent, what is read, and what of an error reaches whom. */
class GraphQlExchangeTest {

    private DeclaredRig rig;

    @BeforeEach
    void start() throws Exception {
        rig = new DeclaredRig("""
              /m:
                exchanges:
                  a:
                    path: /graphql
                    graphql:
                      query: |
                        query One($id: ID!, $first: Int) { product(id: $id) { name } }
                        query Two { products { name } }
                      operation: One
                      variables: {id: $request.query.id, first: $number($request.query.first)}
              /optional:
                exchanges:
                  a: {path: /graphql, graphql: {query: '{ product { name } }'}, optional: true}
                reply: {body: '{"name": $a.product.name, "missing": $missing}'}
            """);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aQueryIsSentWithTheVariablesThatHaveValues() throws Exception {
        rig.a.answer("POST", "/graphql", 200, "{\"data\": {\"product\": {\"price\": 9.90}}}");

        assertThat(rig.get("/m?id=7").body()).isEqualTo("{\"a\":{\"product\": {\"price\": 9.90}}}");

        assertThat(rig.a.recorded("POST", "/graphql")).singleElement().satisfies(sent -> {
            assertThat(sent.header("Content-Type")).isEqualTo("application/json");
            assertThat(sent.header("Accept")).isEqualTo("application/graphql-response+json, application/json;q=0.9");
            assertThat(sent.body())
                    .isEqualTo(
                            "{\"query\":\"query One($id: ID!, $first: Int) { product(id: $id) { name } }\\n"
                                    + "query Two { products { name } }\\n\",\"operationName\":\"One\",\"variables\":{\"id\":\"7\"}}");
        });
    }

    @ParameterizedTest
    @CsvSource({"200", "400", "500"})
    void errorsAreMaskedToClients(int status) throws Exception {
        rig.a.answer(
                "POST",
                "/graphql",
                StubAnswer.json(status, "{\"data\": null, \"errors\": [{\"message\": \"secret\"}]}"));

        HttpResponse<String> reply = rig.get("/m?id=7");
        assertThat(reply.statusCode()).isEqualTo(502);
        assertThat(reply.body())
                .contains("\"detail\":\"partner a: graphql fault\"")
                .doesNotContain("secret");
        assertThat(rig.get("/optional").body()).isEqualTo("{\"missing\":{\"a\":\"graphql fault\"}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "200 | {} | the response is not graphql: it has neither data nor errors",
                "200 | ~~ | the response is not graphql: the body is empty, not a JSON document",
                "200 | <html/> | the response is not graphql: broken JSON",
                "500 | <html/> | unexpected status 500",
                "404 | {} | unexpected status 404"
            })
    void anotherResponseFailsTheExchange(int status, String body, String fault) throws Exception {
        rig.a.answer("POST", "/graphql", StubAnswer.json(status, body));

        assertThat(rig.get("/m?id=7").body()).contains("partner a: " + fault);
    }
}
