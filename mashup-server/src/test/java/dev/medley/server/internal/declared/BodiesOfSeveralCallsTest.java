package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates, headers of SOAP and variables of GraphQL in exchanges with {@code for-each}, {@code batch} and {@code pages}. */
class BodiesOfSeveralCallsTest {

    private static final Pattern ID = Pattern.compile("<id>(.*?)</id>");
    private static final Pattern AFTER = Pattern.compile("\"after\":\"?(\\w+)|<after>(\\w*)</after>");

    private static StubAnswer xml(String document) {
        return StubAnswer.body(200, "text/xml", document.getBytes(StandardCharsets.UTF_8));
    }

    private static StubAnswer soap(String elements) {
        return xml("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>" + elements
                + "</s:Body></s:Envelope>");
    }

    /** An element for each id that the request has, in the opposite order. */
    private static String items(RecordedRequest request) {
        Matcher id = ID.matcher(request.body());
        String items = "";
        while (id.find()) {
            items = "<item><id>%1$s</id><name>n%1$s</name></item>".formatted(id.group(1)) + items;
        }
        return items;
    }

    /** Two items of four, and where the next two begin. */
    private static String after(RecordedRequest request) {
        Matcher after = AFTER.matcher(request.body());
        return after.find() && String.valueOf(after.group()).contains("2") ? "2" : "";
    }

    @Test
    void theBodyOfABatchHasItsKeys() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
              /tree:
                exchanges:
                  a:
                    for-each: $request.queries.id
                    path: /soap
                    soap: {header: '{"n": $count($keys)}'}
                    xml: {arrays: [item]}
                    body: '{"Get": {"id": [$keys]}}'
                    batch: {by: id, max: 2, items: $page.R.item}
                reply: {body: $a.name}
              /template:
                exchanges:
                  a:
                    for-each: $request.queries.id
                    path: /xml
                    format: xml
                    template: <ids><id>{$join($keys, "</id><id>")}</id></ids>
                    batch: {by: id, max: 2, items: $page.R.item}
                    optional: true
                reply: {body: '{"a": $a.name, "missing": $missing}'}
              /variables:
                exchanges:
                  a:
                    for-each: $request.queries.id
                    path: /graphql
                    graphql: {query: 'query Q($ids: [ID!]!) { items(ids: $ids) { id name } }', variables: {ids: '[$keys]'}}
                    batch: {by: id, max: 2, items: $page.items}
                reply: {body: $a.name}
            """)) {
            rig.a.answer("POST", "/soap", request -> soap("<R>" + items(request) + "</R>"));
            rig.a.answer("POST", "/xml", request -> xml("<R>" + items(request) + "</R>"));
            rig.a.answer(
                    "POST",
                    "/graphql",
                    request -> StubAnswer.json(
                            200,
                            "{\"data\": {\"items\": ["
                                    + Stream.of("3", "2", "1")
                                            .filter(id -> request.body().contains("\"" + id + "\""))
                                            .map(id -> "{\"id\": \"%1$s\", \"name\": \"n%1$s\"}".formatted(id))
                                            .collect(Collectors.joining(","))
                                    + "]}}"));

            assertThat(rig.get("/tree?id=1&id=2&id=3").body()).isEqualTo("[\"n1\",\"n2\",\"n3\"]");
            assertThat(rig.a.recorded("POST", "/soap"))
                    .extracting(RecordedRequest::body)
                    .hasSize(2)
                    .anySatisfy(body -> assertThat(body)
                            .contains("<soap:Header><n>2</n></soap:Header>")
                            .contains("<Get><id>1</id><id>2</id></Get>"))
                    .anySatisfy(body -> assertThat(body).contains("<Get><id>3</id></Get>"));

            assertThat(rig.get("/variables?id=1&id=2&id=3").body()).isEqualTo("[\"n1\",\"n2\",\"n3\"]");
            assertThat(rig.a.recorded("POST", "/graphql"))
                    .extracting(RecordedRequest::body)
                    .anySatisfy(body -> assertThat(body).endsWith("\"variables\":{\"ids\":[\"1\",\"2\"]}}"))
                    .anySatisfy(body -> assertThat(body).endsWith("\"variables\":{\"ids\":[\"3\"]}}"));

            // What a template joins is one text, and escaped as one.
            assertThat(rig.get("/template?id=1&id=%3Cx%3E").body())
                    .isEqualTo("{\"missing\":{\"a.0\":\"not in the response\",\"a.1\":\"not in the response\"}}");
            assertThat(rig.a.recorded("POST", "/xml"))
                    .singleElement()
                    .satisfies(sent ->
                            assertThat(sent.body()).endsWith("<ids><id>1&lt;/id&gt;&lt;id&gt;&lt;x&gt;</id></ids>"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/template", "/tree", "/variables"})
    void theBodyOfEachPageHasItsCursor(String path) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
              /template:
                exchanges:
                  a:
                    path: /soap
                    soap: {header: '{"page": {"@of": $cursor}}'}
                    template: <Get><after>{$cursor}</after></Get>
                    pages: {next: $page.R.next, items: $page.R.item}
                reply: {body: $a}
              /tree:
                exchanges:
                  a:
                    path: /soap
                    soap: {}
                    body: '{"Get": {"after": $cursor}}'
                    pages: {next: $page.R.next, items: $page.R.item}
                reply: {body: $a}
              /variables:
                exchanges:
                  a:
                    path: /graphql
                    graphql: {query: 'query Q($after: ID) { items(after: $after) { id } }', variables: {after: $cursor}}
                    pages: {next: $page.next, items: $page.items}
                reply: {body: $a}
            """)) {
            rig.a.answer(
                    "POST",
                    "/soap",
                    request -> soap(
                            after(request).isEmpty()
                                    ? "<R><item>1</item><item>2</item><next>2</next></R>"
                                    : "<R><item>3</item><next/></R>"));
            rig.a.answer(
                    "POST",
                    "/graphql",
                    request -> StubAnswer.json(
                            200,
                            after(request).isEmpty()
                                    ? "{\"data\": {\"items\": [\"1\", \"2\"], \"next\": \"2\"}}"
                                    : "{\"data\": {\"items\": [\"3\"], \"next\": null}}"));

            assertThat(rig.get(path).body()).isEqualTo("[\"1\",\"2\",\"3\"]");
            List<RecordedRequest> sent = rig.a.recorded();
            assertThat(sent).hasSize(2);
            if (path.equals("/template")) {
                assertThat(sent.get(0).body()).contains("<page/>").contains("<after></after>");
                assertThat(sent.get(1).body()).contains("<page of=\"2\"/>").contains("<after>2</after>");
            }
        }
    }

    @Test
    void theBodyOfEachElementHasItsItem() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
              /m:
                exchanges:
                  a:
                    for-each: $request.queries.id
                    path: /soap
                    soap: {header: '{"i": $index}'}
                    template: <Get><id>{$item}</id></Get>
                  b:
                    partner: a
                    for-each: $request.queries.id
                    path: /graphql
                    graphql: {query: 'query Q($id: ID!) { item(id: $id) }', variables: {id: $item}}
                reply: {body: '{"a": $a.item.name, "b": $b}'}
            """)) {
            rig.a.answer("POST", "/soap", request -> soap(items(request)));
            rig.a.answer(
                    "POST",
                    "/graphql",
                    request ->
                            StubAnswer.json(200, "{\"data\": " + request.body().contains("\"x&y\"") + "}"));

            assertThat(rig.get("/m?id=1&id=x%26y").body()).isEqualTo("{\"a\":[\"n1\",\"nx&y\"],\"b\":[false,true]}");
            assertThat(rig.a.recorded("POST", "/soap"))
                    .extracting(RecordedRequest::body)
                    .anySatisfy(body -> assertThat(body).contains("<i>0</i>").contains("<id>1</id>"))
                    .anySatisfy(body -> assertThat(body).contains("<i>1</i>").contains("<id>x&amp;y</id>"));
        }
    }

    @Test
    void requestsWithDifferentBodiesAreNotShared() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
              /m/{id}:
                exchanges:
                  a:
                    path: /soap
                    soap: {header: '{"user": $request.query.user}'}
                    xml: {arrays: [item]}
                    template: <Get who="{$request.query.who}"><id>{$join($keys, ",")}</id></Get>
                    batch: {by: id, wait: 50ms, key: $request.path.id, items: $page.item}
                    optional: true
                reply: {body: '{"a": $a.name, "missing": $missing}'}
            """)) {
            rig.a.answer("POST", "/soap", request -> soap(items(request)));

            List<CompletableFuture<HttpResponse<String>>> replies = Stream.of(
                            "/m/1?user=A&who=x", "/m/2?user=B&who=x", "/m/3?user=A&who=y", "/m/4?user=A&who=x")
                    .map(path -> rig.client.sendAsync(rig.request(path).build(), BodyHandlers.ofString()))
                    .toList();
            for (CompletableFuture<HttpResponse<String>> each : replies) {
                assertThat(each.get().statusCode()).isEqualTo(200);
            }
            assertThat(replies.get(1).get().body()).isEqualTo("{\"a\":\"n2\",\"missing\":{}}");
            assertThat(replies.get(2).get().body()).isEqualTo("{\"a\":\"n3\",\"missing\":{}}");

            assertThat(rig.a.recorded("POST", "/soap"))
                    .extracting(RecordedRequest::body)
                    .noneMatch(body -> body.contains("<user>B</user>") && !body.contains("<id>2</id>"))
                    .noneMatch(body -> body.contains("who=\"y\"") && !body.contains("<id>3</id>"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{path: /x, template: '<a>{$keys[0]}{$request.query.q & $keys[0]}</a>', batch: {by: id, wait: 1ms, key: $request.query.q}}",
                "{path: /x, soap: {header: '{\"h\": $request.query.q & $keys[0]}'}, body: '{\"a\": $keys}', batch: {by: id, wait: 1ms, key: $request.query.q}}",
                "{path: /x, graphql: {query: 'query Q($a: ID) { a }', variables: {a: '$keys[0] & $request.query.q'}}, batch: {by: id, wait: 1ms, key: $request.query.q}}"
            })
    void aBodyWithKeysAndAnotherVariableIsNotShared(String exchange) {
        assertThatThrownBy(() -> new DeclaredRig("  /m: {exchanges: {a: %s}}%n".formatted(exchange)))
                .hasMessageContaining("has $keys and $request in one expression");
    }

    @Test
    void theItemsOfASharedResponseDependOnNoRequest() {
        assertThatThrownBy(() -> new DeclaredRig("""
                  /m:
                    exchanges:
                      a:
                        path: '/x?ids={$keys}'
                        batch: {by: id, wait: 1ms, key: $request.query.q, items: '$lookup($page, $request.query.list)'}
                """))
                .hasMessageContaining(
                        "has $request, but responses to requests that wait are shared; expected $page alone, or no wait");
    }
}
