package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.MedleyServer;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipes of docs/recipes-scripts.md, with stubs of their partners. */
class ScriptRecipesTest {

    private static final String TRIP = "## One mashup in three languages";
    private static final List<String> PARTNERS = List.of(
            "weather", "hotels", "news", "orders", "customers", "offers", "users", "shop", "bank", "paper", "blog");

    @TempDir
    private static Path folder = Path.of("");

    private static PartnerStubs stubs = PartnerStubs.builder().start();
    private static ScriptServer server;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        List<String> scripts = page().blocks("js");
        for (int i = 0; i < scripts.size(); i++) {
            Files.writeString(folder.resolve(i + ".mjs"), scripts.get(i));
        }
        server = ScriptServer.start(
                folder,
                withPartners()
                        .andThen(builder -> builder.configuration(
                                "medley.yaml", "server: {admin: {port: 0}}\ntopics: {bids: {}}")));
        // The first run of the schedule, so that no test sees its request.
        reply("/rates");
    }

    private static Consumer<MedleyServer.Builder> withPartners() {
        String address = stubs.uri().toString();
        return builder -> PARTNERS.forEach(name -> builder.partner(name, address));
    }

    private static DocumentPage page() throws IOException {
        return DocumentPage.read("docs/recipes-scripts.md");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
        stubs.close();
    }

    @BeforeEach
    void reset() {
        stubs.reset();
    }

    private static String reply(String path) throws IOException, InterruptedException {
        HttpResponse<String> reply = server.get(path);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return reply.body();
    }

    private static HttpRequest.Builder post(String path, String json) {
        return HttpRequest.newBuilder(server.uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json));
    }

    // ---- One mashup in three languages. ---------------------------------------------------------------------------

    /** Returns the replies in YAML, JavaScript and Java. */
    private List<String> trips(String request) throws IOException, InterruptedException {
        DocumentPage trip = page().between(TRIP, "\n## (a)");
        String yaml = trip.blocks("yaml").get(0);
        String address = stubs.uri().toString();
        String declared = "server: {admin: {port: 0}}\n"
                + yaml.replaceAll("http://127\\.0\\.0\\.1:\\d+", Matcher.quoteReplacement(address));
        List<String> replies = new ArrayList<>();
        try (MedleyServer inYaml = start(builder -> builder.configuration("medley.yaml", declared));
                MedleyServer inJava = start(withPartners().andThen(builder -> builder.mashup(new TripServlet())))) {
            replies.add(get(inYaml, request));
            replies.add(server.get(request).body());
            replies.add(get(inJava, request));
        }
        return replies;
    }

    private static MedleyServer start(Consumer<MedleyServer.Builder> change) throws IOException {
        MedleyServer.Builder builder =
                MedleyServer.builder().port(0).settings(settings -> settings.drain(Duration.ZERO));
        change.accept(builder);
        return builder.start();
    }

    private static String get(MedleyServer other, String request) throws IOException, InterruptedException {
        return server.send(HttpRequest.newBuilder(other.uri().resolve(request))).body();
    }

    @Test
    void theTripIsTheSameInThreeLanguages() throws Exception {
        List<String> replies = trips("/trip?city=Rome");
        assertThat(replies.get(1))
                .startsWith("{\"city\":\"Rome\",\"weather\":{\"city\":\"Rome\"")
                .endsWith(",\"missing\":{}}")
                .isEqualTo(replies.get(0));
        assertThat(replies.get(2)).isEqualTo(replies.get(1).replace(",\"missing\":{}", ""));
    }

    @Test
    void theTripLacksTheSameInThreeLanguages() throws Exception {
        stubs.answer("GET", "/news", 503, "");
        List<String> replies = trips("/trip?city=Rome");
        String missing = "\"missing\":{\"news\":\"unexpected status 503\"}";
        assertThat(replies.get(1)).contains(missing).isEqualTo(replies.get(0));
        assertThat(replies.get(2)).isEqualTo(replies.get(1).replace(missing, "\"news\":null," + missing));
    }

    @Test
    void theTripFailsAlikeInThreeLanguages() throws Exception {
        stubs.answer("GET", "/hotels", 503, "");
        assertThat(trips("/trip?city=Rome"))
                .allSatisfy(each -> assertThat(each)
                        .isEqualTo(
                                "{\"title\":\"Bad Gateway\",\"status\":502,\"detail\":\"partner hotels: unexpected status 503\","
                                        + "\"partner\":\"hotels\",\"phase\":\"body\"}"));
        assertThat(trips("/trip"))
                .allSatisfy(each -> assertThat(each).contains("\"detail\":\"the parameter city is missing\""));
    }

    @Test
    void theServletOfThePageIsTheOneThatIsTested() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/medley/js/TripServlet.java"));
        Matcher marked = Pattern.compile("// recipe begin\\R(.*)// recipe end", Pattern.DOTALL)
                .matcher(source);
        assertThat(marked.find()).isTrue();
        assertThat(page().blocks("java")).containsExactly(marked.group(1));
    }

    // ---- The recipes. ---------------------------------------------------------------------------------------------

    @Test
    void anOrderHasItsCustomerItsTotalAndPerhapsOffers() throws Exception {
        stubs.answer("GET", "/orders/7", 200, "{\"customer\":\"3\",\"items\":[{\"price\":2.5,\"quantity\":4}]}")
                .answer("GET", "/customers/3", 200, "{\"name\":\"Ada\"}")
                .answer("GET", "/offers", 503, "");
        assertThat(reply("/order/7"))
                .endsWith("\"total\":10,\"customer\":{\"name\":\"Ada\"},\"offers\":[],"
                        + "\"missing\":{\"offers\":\"unexpected status 503\"}}");
    }

    @Test
    void anOrderIsPlacedWithTheAuthorizationOfTheClient() throws Exception {
        stubs.answer(
                "POST",
                "/orders",
                StubAnswer.body(201, "application/json", "{\"id\":8}".getBytes(StandardCharsets.UTF_8))
                        .header("Location", "/orders/8"));
        HttpResponse<String> placed =
                server.send(post("/orders", "{\"item\":1}").header("Authorization", "Bearer x"));
        assertThat(placed.statusCode()).isEqualTo(201);
        assertThat(placed.body()).isEqualTo("{\"id\":8}");
        assertThat(placed.headers().firstValue("Location")).contains("/orders/8");
        assertThat(stubs.recorded("POST", "/orders").get(0).header("Authorization"))
                .isEqualTo("Bearer x");

        stubs.answer("POST", "/orders", 409, "{\"taken\":true}");
        HttpResponse<String> taken = server.send(post("/orders", "{\"item\":1}"));
        assertThat(taken.statusCode()).isEqualTo(409);
        assertThat(taken.headers().firstValue("Location")).isEmpty();
        assertThat(stubs.recorded("POST", "/orders").get(1).header("Authorization"))
                .isNull();

        stubs.answer("POST", "/orders", 500, "");
        assertThat(server.send(post("/orders", "{\"item\":1}")).statusCode()).isEqualTo(502);
        assertThat(server.send(post("/orders", "{\"item\":")).statusCode()).isEqualTo(400);
    }

    @Test
    void usersAreAskedForFourAtATimeAndAreInTheOrderOfTheirIds() throws Exception {
        AtomicLong most = new AtomicLong();
        stubs.answerAll(request -> {
            most.accumulateAndGet(stubs.inFlight(), Math::max);
            return StubAnswer.json(200, request.path().substring("/users/".length()))
                    .delay(Duration.ofMillis(20));
        });
        assertThat(reply("/users?id=1&id=2&id=3&id=4&id=5&id=6&id=7&id=8&id=9")).isEqualTo("[1,2,3,4,5,6,7,8,9]");
        // One that has been answered may still count for a moment.
        assertThat(most.get()).isBetween(2L, 8L);
        assertThat(reply("/users")).isEqualTo("[]");
    }

    @Test
    void offersThatAreSlowAreMissing() throws Exception {
        stubs.answer("GET", "/offers", StubAnswer.json(200, "[1]").delay(Duration.ofSeconds(30)));
        HttpResponse<String> reply = server.get("/offers");
        assertThat(reply.body()).isEqualTo("{\"offers\":[],\"missing\":{\"offers\":\"timeout\"}}");
        assertThat(reply.headers().firstValue("Cache-Control")).contains("max-age=60");
    }

    @Test
    void aCustomerThatThereIsNotIsA404() throws Exception {
        stubs.answer("GET", "/customers/7", 404, "").answer("GET", "/customers/8", 500, "");
        HttpResponse<String> none = server.get("/customer/7");
        assertThat(none.statusCode()).isEqualTo(404);
        assertThat(none.body()).contains("there is no customer 7");
        assertThat(server.get("/customer/8").statusCode()).isEqualTo(502);
    }

    @Test
    void theFirstQuoteThatCompletesIsTheReply() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        stubs.answer(
                "GET",
                "/quote",
                request -> asked.incrementAndGet() == 1
                        ? StubAnswer.json(200, "\"slow\"").delay(Duration.ofSeconds(30))
                        : StubAnswer.json(200, "\"quick\""));
        assertThat(reply("/quote?item=1")).isEqualTo("\"quick\"");

        stubs.answer("GET", "/quote", 503, "");
        assertThat(server.get("/quote?item=1").statusCode()).isEqualTo(502);
    }

    @Test
    void allPagesOfACatalogueAreRead() throws Exception {
        assertThat(reply("/names").split(",")).hasSize(12);
        assertThat(stubs.recorded().get(0).query()).isNull();
    }

    @Test
    void theProductsOfABasketAreAskedForAtOnce() throws Exception {
        assertThat(reply("/basket/2")).contains("\"quantity\":1").contains("\"name\":\"green bowl\"");
        assertThat(stubs.recorded()).hasSize(2);
    }

    @Test
    void aPriceIsAskedForBySoapAndByGraphQl() throws Exception {
        assertThat(reply("/price/3")).isEqualTo("{\"name\":\"green bowl\",\"price\":26.5}");
        assertThat(reply("/item/3")).contains("\"name\":\"green bowl\"");
    }

    @Test
    void theOffersOfAPageHaveTheirLinks() throws Exception {
        assertThat(reply("/offers-of-page/3"))
                .startsWith("[{\"name\":\"green bowl\",\"url\":\"http://")
                .contains("/product/3\"}");
    }

    @Test
    void theLatestThreeEntriesOfTwoFeedsAreTheHeadlines() throws Exception {
        assertThat(reply("/headlines").split("\"title\"")).hasSize(4);
    }

    @Test
    void theRatesOfAScheduleAreReadByAnotherScript() throws Exception {
        assertThat(reply("/rates")).contains("\"USD\":");
        assertThat(reply("/dollars/2")).matches("\\{\"dollars\":[0-9.]+,\"age\":\\d+}");
    }

    @Test
    void aBidIsPublished() throws Exception {
        HttpResponse<String> reply = server.send(post("/bid", "{\"item\":\"clock\",\"euros\":5}"));
        assertThat(reply.statusCode()).isEqualTo(202);
        assertThat(reply.body()).matches("\\{\"position\":\"\\w+:\\d+\"}");
    }
}
