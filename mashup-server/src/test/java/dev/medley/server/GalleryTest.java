package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.TripServlet;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class GalleryTest {

    private static final String SERVER = "http://127.0.0.1:8080";
    /** A request of the comments, with the status that it has unless that is 200. */
    private static final Pattern CURL =
            Pattern.compile("(?m)^  # {5}curl (.*)'" + Pattern.quote(SERVER) + "(/[^']*)'(?: +# (\\d+))?$");

    private static final GalleryRig RIG = new GalleryRig();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        RIG.start();
    }

    @AfterAll
    static void close() {
        RIG.close();
    }

    @BeforeEach
    void reset() {
        RIG.reset();
    }

    static Stream<ExecutionMode> modes() {
        return GalleryRig.modes();
    }

    @ParameterizedTest
    @MethodSource("modes")
    void membersHaveToShowThatTheyAre(ExecutionMode mode) {
        HttpResponse<String> reply = RIG.get(mode, "/declared/members");
        assertThat(reply.statusCode()).isEqualTo(401);
        assertThat(reply.body()).contains("expected a certificate");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /hello?name=Ada      | {"hello":"Ada"}
            /hello               | {"hello":"world"}
            /limited             | {"limited":true}
            /user/2              | {"user":{"id":2,"name":"Zoë","city":"Oslo","premium":true},"orders":[{"id":201,"product":2,"quantity":1},{"id":202,"product":3,"quantity":2},{"id":203,"product":4,"quantity":3}],"weather":{"city":"Oslo","summary":"windy","celsius":23}}
            /product/3           | {"name":"green bowl"}
            /product/3?view=full | {"id":3,"name":"green bowl","price":26.5}
            /product/3?view=full&label=SALE-7 | {"id":3,"name":"green bowl","price":26.5,"label":"SALE-7"}
            /orders/1            | {"products":[{"id":1,"name":"blue lamp","price":12.5},{"id":2,"name":"white chair","price":19.5},{"id":3,"name":"green bowl","price":26.5}],"stock":[{"product":1,"warehouse":"south","count":3},{"product":2,"warehouse":"north","count":6},{"product":3,"warehouse":"south","count":9}]}
            /orders/3            | {"products":[{"id":3,"name":"green bowl","price":26.5},null,null],"stock":[{"product":3,"warehouse":"south","count":9},{"product":4,"count":0},{"product":5,"count":0}],"missing":{"products.1":"unexpected status 404","products.2":"unexpected status 500","stock.1":"unexpected status 404","stock.2":"unexpected status 500"}}
            /bill/1              | {"lines":[{"order":101,"product":"blue lamp","amount":12.5,"available":true},{"order":102,"product":"white chair","amount":39,"available":true},{"order":103,"product":"green bowl","amount":79.5,"available":true}],"total":131}
            /bill/8              | {"lines":[{"order":801,"product":"white bowl","amount":21.5,"available":true},{"order":802,"product":"green clock","amount":57,"available":true},{"order":803,"product":"blue kettle","amount":106.5,"available":false}],"total":185}
            /city?city=Oslo      | {"motto":"Oslo keeps its word","stations":[{"name":"Airport, Oslo","platforms":7},{"name":"Central, Oslo","platforms":8},{"name":"North, Oslo","platforms":9}],"rates":{"CHF":2.55,"JPY":3.49,"USD":2.92}}
            /offers/1            | {"title":"Offers","offers":[{"name":"blue lamp","product":"1","price":12.5},{"name":"white chair","product":"2","price":19.5},{"name":"green bowl","product":"3","price":26.5}]}
            /headlines?city=Oslo | {"headlines":[{"date":"2026-11-20","title":"Oslo plants a thousand trees"},{"date":"2026-11-19","title":"Oslo opens a new tram line"},{"date":"2026-11-18","title":"The markets of Oslo are back"},{"date":"2026-11-17","title":"A quiet weekend in Oslo"},{"date":"2026-11-16","title":"Football: Oslo wins again"},{"date":"2026-11-15","title":"Oslo plants a thousand trees"}],"missing":{}}
            /tag/3               | {"name":"green bowl","maker":"Café Zürich","price":26.5,"currency":"EUR"}
            /item/3              | {"item":{"id":"3","name":"green bowl","price":26.5},"missing":{}}
            /item/14             | {"missing":{"found":"graphql fault"}}
            /rates               | {"CHF":2.55,"JPY":3.49,"USD":2.92}
            /dollars/3           | {"euros":26.5,"dollars":77.38}
            /price/7             | {"price":14.5,"from":"completed","missing":{}}
            /price/14            | {"price":"on request","from":"fallback","missing":{"product":"unexpected status 404"}}
            /account/1           | {"user":{"id":1,"name":"Jonas","city":"Lisbon","premium":false},"stock":{"product":1,"warehouse":"south","count":3}}
            /account/2           | {"user":{"id":2,"name":"Zoë","city":"Oslo","premium":true},"hotels":[{"name":"Station Inn, Oslo","stars":5,"price":253},{"name":"Hotel Central, Oslo","stars":4,"price":193},{"name":"The Old Harbour, Oslo","stars":3,"price":133}],"stock":{"product":2,"warehouse":"north","count":6}}
            /catalog             | {"names":["blue lamp","white chair","green bowl","blue clock","white kettle","green lamp","blue chair","white bowl","green clock","blue kettle"],"more":true}
            /basket/3            | {"products":[{"id":3,"name":"green bowl","price":26.5},null,{"id":5,"name":"white kettle","price":40.5}],"missing":{"products.1":"not in the response"}}
            /note/3              | {"about":"green bowl"}
            /shop/product/3      | {"id":3,"name":"green bowl","price":26.5}
            /progress/1?delay=0  | {"orders":[{"id":101,"product":1,"quantity":1},{"id":102,"product":2,"quantity":2},{"id":103,"product":3,"quantity":3}],"products":[{"id":1,"name":"blue lamp","price":12.5},{"id":2,"name":"white chair","price":19.5},{"id":3,"name":"green bowl","price":26.5}]}
            """)
    void eachMashupReplies(String path, String body) {
        modes().forEach(mode -> {
            HttpResponse<String> reply = RIG.get(mode, "/declared" + path);

            assertThat(reply.body()).as("in the mode %s", mode).isEqualTo(body);
            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.headers().firstValue("Content-Type")).contains("application/json");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /product/14          | 404 | partner shop: unexpected status 404
            /product/15          | 502 | partner shop: unexpected status 500
            /tag/14              | 502 | partner shop: soap fault
            /tag/15              | 502 | partner shop: soap fault
            /product/0           | 400 | the parameter id is '0', expected a whole number from 1 to 99999
            /product/3?view=all  | 400 | the parameter view is 'all', expected one of short, full
            /product/3?label=7   | 400 | the parameter label is '7', expected text that matches [A-Z]+-[0-9]+
            /user/4              | 502 | partner shop: unexpected status 404
            /account/4           | 404 | partner shop: unexpected status 404
            /account/2?warehouse=shop | 400 | the parameter warehouse is 'shop', expected one of depot, outlet
            /bill/3              | 502 | unexpected status
            /fast/14             | 404 | partner outlet: unexpected status 404
            /fast/15             | 502 | partner outlet: unexpected status 500
            /city                | 400 | the parameter city is missing
            /quote               | 405 | the method GET is not allowed; expected one of POST, OPTIONS
            """)
    void aMashupThatFailsSaysWhy(String path, int status, String detail) {
        modes().forEach(mode -> {
            HttpResponse<String> reply = RIG.get(mode, "/declared" + path);

            assertThat(reply.statusCode()).as("in the mode %s", mode).isEqualTo(status);
            assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(Replies.json(reply).path("detail").asString()).contains(detail);
        });
    }

    @ParameterizedTest
    @MethodSource("modes")
    void theCheapestOfTheVendorsThatAnswerWins(ExecutionMode mode) throws Exception {
        quotes("shop", "8.25");
        quotes("depot", "7.5");
        quotes("outlet", "9");

        assertThat(post(mode, "/declared/quote", "{\"product\": 3, \"quantity\": 2, \"note\": \"soon\"}"))
                .isEqualTo("{\"best\":{\"price\":7.5},\"quotes\":[{\"price\":8.25},{\"price\":7.5},{\"price\":9}]}");
        for (String vendor : List.of("shop", "depot", "outlet")) {
            assertThat(RIG.stubs(vendor).recorded("POST", "/quote/" + vendor))
                    .extracting(RecordedRequest::body)
                    .containsExactly("{\"product\":3,\"quantity\":2,\"vendor\":\"" + vendor + "\"}");
        }

        RIG.stubs("depot").answer("POST", "/quote/depot", StubAnswer.status(500));
        assertThat(post(mode, "/declared/quote", "{\"product\": 3, \"quantity\": 2}"))
                .isEqualTo("{\"best\":{\"price\":8.25},\"quotes\":[{\"price\":8.25},null,{\"price\":9}]}");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void anOfferIsAskedForByAForm(ExecutionMode mode) throws Exception {
        RIG.stubs("outlet").answer("POST", "/quote/outlet", 200, "{\"vendor\":\"outlet\",\"price\":7.25,\"days\":2}");

        assertThat(post(mode, "/declared/offer", "{\"product\": 3, \"colours\": [\"red\", \"blue\"]}"))
                .isEqualTo("{\"price\":7.25,\"days\":2}");
        assertThat(post(mode, "/declared/offer", "")).contains("the body of the request is missing");
        assertThat(RIG.stubs("outlet").recorded("POST", "/quote/outlet"))
                .singleElement()
                .satisfies(request -> {
                    assertThat(request.header("Content-Type")).isEqualTo("application/x-www-form-urlencoded");
                    assertThat(request.header("X-Client")).isEqualTo("medley");
                    assertThat(request.body()).isEqualTo("product=3&colour=red&colour=blue");
                });
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aNoteIsSentAsTextAndNothingComesBack(ExecutionMode mode) throws Exception {
        assertThat(post(mode, "/declared/note", "{\"text\": \"Ring twice.\"}"))
                .isEqualTo("{\"kept\":true,\"answer\":false}");
        assertThat(RIG.stubs("depot").recorded("PUT", "/status/204"))
                .extracting(request -> request.header("Content-Type") + ": " + request.body())
                .containsExactly("text/plain: Ring twice.");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void theSecondAttemptAnswersInPlaceOfASlowFirst(ExecutionMode mode) {
        RIG.stubs("outlet")
                .answer("GET", "/product/7", StubAnswer.misbehaviour(StubMisbehaviour.HANG), StubAnswer.json(200, "2"));

        assertThat(RIG.get(mode, "/declared/fast/7").body()).isEqualTo("2");
        assertThat(RIG.stubs("outlet").recorded("GET", "/product/7")).hasSize(2);
    }

    private static void quotes(String vendor, String price) {
        RIG.stubs(vendor).answer("POST", "/quote/" + vendor, 200, "{\"price\":" + price + "}");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void theOutletStandsForAShopThatIsTooSlow(ExecutionMode mode) {
        RIG.stubs("outlet").answer("GET", "/product/7", 200, "{\"price\":11}");

        assertThat(RIG.get(mode, "/declared/price/7?delay=3000").body())
                .isEqualTo("{\"price\":11,\"from\":\"fallback\",\"missing\":{\"product\":\"timeout\"}}");
        assertThat(RIG.stubs("outlet").recorded("GET", "/product/7")).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void onlyAPremiumUserIsSentHotelsAndTheClientChoosesTheWarehouse(ExecutionMode mode) {
        RIG.stubs("depot").answer("GET", "/stock/{id}", 200, "\"in the depot\"");
        RIG.stubs("outlet").answer("GET", "/stock/{id}", 200, "\"in the outlet\"");

        HttpResponse<String> usual = RIG.get(mode, "/declared/account/1");
        HttpResponse<String> premium = RIG.get(mode, "/declared/account/2?warehouse=outlet");

        assertThat(usual.body()).contains("\"premium\":false},\"stock\":\"in the depot\"}");
        assertThat(premium.body())
                .contains("\"premium\":true},\"hotels\":[{")
                .endsWith(",\"stock\":\"in the outlet\"}");
        assertThat(RIG.stubs("hotels").recorded("GET", "/hotels")).hasSize(1);
        assertThat(manifest(usual)).contains(", hotels;skipped, stock;completed;");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void statusAndHeaderFieldsFollowTheStock(ExecutionMode mode) {
        HttpResponse<String> many = RIG.get(mode, "/declared/stock/3");
        HttpResponse<String> few = RIG.get(mode, "/declared/stock/1");
        HttpResponse<String> none = RIG.get(mode, "/declared/stock/10");
        HttpResponse<String> unknown = RIG.get(mode, "/declared/stock/14");

        assertThat(List.of(many, few, none, unknown))
                .extracting(HttpResponse::statusCode)
                .containsExactly(200, 200, 409, 200);
        assertThat(List.of(many, few, none, unknown))
                .extracting(reply -> reply.headers().firstValue("Cache-Control").orElse("none"))
                .containsExactly("max-age=60", "max-age=10", "max-age=10", "no-store");
        assertThat(List.of(many, few, none, unknown))
                .extracting(reply -> reply.headers().firstValue("Warehouse").orElse("none"))
                .containsExactly("south", "south", "north", "none");
        assertThat(untimed(few.body()))
                .isEqualTo(
                        "{\"available\":3,\"manifest\":{\"complete\":true,\"exchanges\":{\"stock\":{\"outcome\":\"completed\","
                                + "\"partner\":\"depot\",\"status\":200,\"ms\":0,\"attempts\":1}}}}");
        assertThat(untimed(unknown.body()))
                .isEqualTo(
                        "{\"manifest\":{\"complete\":false,\"exchanges\":{\"stock\":{\"outcome\":\"missing\","
                                + "\"partner\":\"depot\",\"status\":404,\"ms\":0,\"attempts\":1,\"cause\":\"unexpected status 404\"}}}}");
        assertThat(manifest(few)).isEqualTo("stock;completed;status=200;ms=0");
        assertThat(manifest(unknown)).isEqualTo("stock;missing;status=404;ms=0;cause=\"unexpected status 404\"");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aBrowserIsSentEachPartAsItComes(ExecutionMode mode) {
        assertThat(parts(mode, "text/event-stream", "/declared/progress/1?delay=0"))
                .isEqualTo("""
                event: part
                data: {"exchange":"orders","outcome":"completed","value":[{"id":101,"product":1,"quantity":1},{"id":102,"product":2,"quantity":2},{"id":103,"product":3,"quantity":3}]}

                event: part
                data: {"exchange":"products","index":0,"outcome":"completed","value":{"id":1,"name":"blue lamp","price":12.5}}

                event: part
                data: {"exchange":"products","index":1,"outcome":"completed","value":{"id":2,"name":"white chair","price":19.5}}

                event: part
                data: {"exchange":"products","index":2,"outcome":"completed","value":{"id":3,"name":"green bowl","price":26.5}}

                event: reply
                data: {"orders":[{"id":101,"product":1,"quantity":1},{"id":102,"product":2,"quantity":2},{"id":103,"product":3,"quantity":3}],"products":[{"id":1,"name":"blue lamp","price":12.5},{"id":2,"name":"white chair","price":19.5},{"id":3,"name":"green bowl","price":26.5}]}

                event: manifest
                data: {"complete":true,"exchanges":{"orders":{"outcome":"completed","partner":"shop","status":200,"ms":0,"attempts":1},"products":{"outcome":"completed","elements":[{"outcome":"completed","partner":"shop","status":200,"ms":0,"attempts":1},{"outcome":"completed","partner":"shop","status":200,"ms":0,"attempts":1},{"outcome":"completed","partner":"shop","status":200,"ms":0,"attempts":1}]}},"status":200}

                """);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aPartFollowsThoseOfBeforeIfItFails(ExecutionMode mode) {
        assertThat(parts(mode, "application/x-ndjson", "/declared/progress/3?delay=0"))
                .isEqualTo("""
                {"part":{"exchange":"orders","outcome":"completed","value":[{"id":301,"product":3,"quantity":1},{"id":302,"product":4,"quantity":2},{"id":303,"product":5,"quantity":3}]}}
                {"part":{"exchange":"products","index":0,"outcome":"completed","value":{"id":3,"name":"green bowl","price":26.5}}}
                {"problem":{"title":"Bad Gateway","status":502,"detail":"partner shop: unexpected status 404","partner":"shop","phase":"body"}}
                """);
    }

    @ParameterizedTest
    @MethodSource("modes")
    @Timeout(60)
    void thePartsThatAreThereAreSentWhileTheNextOneIsAwaited(ExecutionMode mode) throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        RIG.stubs("shop").answer("GET", "/product/2", request -> {
            await(released);
            return StubAnswer.json(200, "2");
        });

        HttpResponse<InputStream> reply = CLIENT.send(
                request(mode, "application/x-ndjson", "/declared/progress/1?delay=0"), BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(reply.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).startsWith("{\"part\":{\"exchange\":\"orders\",");
            assertThat(lines.readLine()).startsWith("{\"part\":{\"exchange\":\"products\",\"index\":0,");
            released.countDown();
            assertThat(lines.readLine())
                    .isEqualTo(
                            "{\"part\":{\"exchange\":\"products\",\"index\":1,\"outcome\":\"completed\",\"value\":2}}");
            assertThat(lines.lines()).hasSize(3).last().asString().startsWith("{\"manifest\":{\"complete\":true,");
        } finally {
            released.countDown();
        }
    }

    @Test
    void theRequestsInTheCommentsHaveTheStatusThatIsBesideThem() throws Exception {
        String gallery = Files.readString(GalleryRig.FILE);
        List<MatchResult> requests = CURL.matcher(gallery).results().toList();

        assertThat(gallery.lines().filter(line -> line.contains("  curl "))).hasSameSizeAs(requests);
        for (MatchResult request : requests) {
            int expected = request.group(3) == null ? 200 : Integer.parseInt(request.group(3));
            assertThat(curl(request.group(1), request.group(2)).statusCode())
                    .as(request.group())
                    .isEqualTo(expected);
        }
    }

    @Test
    void aDownloadHasTheNameThatAnotherExchangeGives() {
        modes().forEach(mode -> {
            HttpResponse<String> reply = RIG.get(mode, "/declared/picture/3");

            assertThat(reply.body()).hasSize(3000);
            assertThat(reply.headers().firstValue("Content-Length")).hasValue("3000");
            assertThat(reply.headers().firstValue("Content-Disposition"))
                    .hasValue("attachment; filename=\"green bowl.bin\"");
        });
    }

    @Test
    void aMethodMayHaveAReplyWithoutABody() throws Exception {
        HttpResponse<String> reply = curl("-d '{}' -H 'Content-Type: application/json' ", "/declared/note/7");

        assertThat(reply.statusCode()).isEqualTo(303);
        assertThat(reply.body()).isEmpty();
        assertThat(reply.headers().firstValue("Location")).hasValue("/declared/note/7");
        assertThat(reply.headers().firstValue("Content-Type")).isEmpty();
    }

    @Test
    void twoMashupsOnOnePathAreRefused() throws IOException {
        String gallery = Files.readString(GalleryRig.FILE);
        String second = "  /declared/user/{name}:\n    reply: {body: $request.path.name}\n";

        assertThatThrownBy(() -> new ServerBuilder()
                        .start(ServerConfiguration.READER.parse("gallery.yaml", gallery + second, Map.of(), Map.of())))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageMatching(
                        "(?s).*gallery\\.yaml:\\d+:3: mashups\\./declared/user/\\{name}: is the same path as"
                                + " /declared/user/\\{id}; expected one mashup for it.*");
        assertThatThrownBy(() -> ServerConfiguration.READER.parse(
                        "gallery.yaml", gallery + second.replace("user/{name}", "hello"), Map.of(), Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageMatching(
                        "(?s).*gallery\\.yaml:\\d+:3: mashups\\./declared/hello: is given twice; expected once,"
                                + " and it is already in line \\d+.*");
    }

    @Test
    void aMashupOnThePathOfAServletIsRefused() throws IOException {
        String gallery = Files.readString(GalleryRig.FILE).replace("\n  /declared/hello:", "\n  /trip:");

        assertThatThrownBy(() -> new ServerBuilder()
                        .mashup(new TripServlet())
                        .start(ServerConfiguration.READER.parse(
                                "gallery.yaml",
                                gallery,
                                Map.of(),
                                Map.of("server.port", "0", "server.admin.port", "0"))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageMatching(
                        "(?s).*gallery\\.yaml:\\d+:3: mashups\\./trip: is the path of .*TripServlet; expected"
                                + " one mashup for it.*");
    }

    private static HttpResponse<String> curl(String options, String path) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(RIG.uri(ExecutionMode.ASYNC) + path));
        Matcher option = Pattern.compile("-(?:([iN])|([Hd]) '([^']*)') ").matcher(options);
        while (option.lookingAt()) {
            if ("H".equals(option.group(2))) {
                String[] field = option.group(3).split(": ", 2);
                request.header(field[0], field[1]);
            } else if ("d".equals(option.group(2))) {
                request.POST(HttpRequest.BodyPublishers.ofString(option.group(3)));
            }
            option.region(option.end(), options.length());
        }
        assertThat(option.regionStart()).as(options).isEqualTo(options.length());
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    private static String post(ExecutionMode mode, String path, String json) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(RIG.uri(mode) + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        return CLIENT.send(request, BodyHandlers.ofString()).body();
    }

    private static HttpRequest request(ExecutionMode mode, String accept, String path) {
        return HttpRequest.newBuilder(URI.create(RIG.uri(mode) + path))
                .header("Accept", accept)
                .build();
    }

    private static String parts(ExecutionMode mode, String accept, String path) {
        HttpResponse<String> reply = CLIENT.sendAsync(request(mode, accept, path), BodyHandlers.ofString())
                .join();
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Type")).contains(accept);
        assertThat(reply.headers().firstValue("Cache-Control")).contains("no-store");
        return untimed(reply.body());
    }

    private static String manifest(HttpResponse<String> reply) {
        return untimed(reply.headers().firstValue("Medley-Manifest").orElse("none"));
    }

    /** Returns a manifest in which each time is 0. */
    private static String untimed(String manifest) {
        return manifest.replaceAll("(?<=\"ms\":|;ms=)[0-9.]+", "0");
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the answer was not released within 30 s");
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(x);
        }
    }
}
