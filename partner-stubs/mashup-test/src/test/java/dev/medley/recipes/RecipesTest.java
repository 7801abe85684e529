package dev.medley.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import dev.medley.test.MedleyExtension;
import dev.medley.test.Partner;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** The recipes of docs/recipes.md, run as their readers would. {@link CityTest} is one of them. */
class RecipesTest {

    private static final String KEY = "secret";

    @RegisterExtension
    static final MedleyExtension MEDLEY = MedleyExtension.builder()
            .partners(
                    "orders",
                    "customers",
                    "offers",
                    "users",
                    "weather",
                    "files",
                    "prices",
                    "stops",
                    "paper",
                    "blog",
                    "shop",
                    "bank")
            .mashup(new OrderServlet())
            .mashup(new PlaceOrderServlet())
            .mashup(new UsersServlet())
            .mashup(new OffersServlet())
            .mashup(new LoggingServlet())
            .mashup(new FilesServlet())
            .mashup(new CurrencyServlet())
            .mashup(new CustomerServlet())
            .mashup(new BasketServlet())
            .mashup(new LenientServlet())
            .mashup(new RoutesServlet())
            .mashup(new CatalogServlet())
            .mashup(new ItemsServlet())
            .mashup(new OfferPageServlet())
            .mashup(new HeadlinesServlet())
            .mashup(new PriceServlet())
            .mashup(new ItemServlet())
            .mashup(new RatesServlet())
            .mashup(new DatedRatesServlet())
            .server(server -> server.filter(new ApiKeyFilter()).setting("shop.currency", "CHF"))
            .build();

    // ---- (s) and (t) ---------------------------------------------------------------------------------------------

    @Test
    void aSoapServiceIsCalled() {
        assertThat(get("/soap-price?product=3").body())
                .contains("\"GetPriceResponse\":{", "\"name\":\"green bowl\"", "\"maker\":\"Café Zürich\"");
        assertThat(get("/soap-price?product=14").body()).contains("partner shop: soap fault");
    }

    @Test
    void aQueryOfGraphQlIsAnswered() {
        assertThat(get("/item?id=3").body()).isEqualTo("{\"name\":\"green bowl\",\"price\":26.5}");
        assertThat(get("/item?id=14").body()).contains("partner shop: graphql fault");
    }

    // ---- (o) -----------------------------------------------------------------------------------------------------

    @Test
    void whatTakesLongIsComputedOffTheLoops() {
        MEDLEY.stubs("stops").answer("GET", "/stops", 200, """
                [{"north":0,"east":0},{"north":3,"east":4},{"north":3,"east":10}]""");

        assertThat(get("/routes").body()).contains("\"length\":11.0", "\"nearest\":[5.0,5.0,6.0]");
    }

    // ---- (p) -----------------------------------------------------------------------------------------------------

    @Test
    void aListIsReadInPages() {
        MEDLEY.stubs("orders")
                .answer(
                        "GET",
                        "/catalog",
                        StubAnswer.json(200, "{\"items\":[1,2]}").header("Link", "<?after=2>; rel=next"),
                        StubAnswer.json(200, "{\"items\":[3]}"));

        assertThat(get("/catalog").body()).isEqualTo("[[1,2],[3]]");
    }

    @Test
    void aLinkToAnotherHostIsNotFollowed() {
        MEDLEY.stubs("orders")
                .answer(
                        "GET",
                        "/catalog",
                        StubAnswer.json(200, "{\"items\":[1]}").header("Link", "<http://other.example/>; rel=next"));

        assertThat(get("/catalog").statusCode()).isEqualTo(502);
        assertThat(MEDLEY.stubs("orders").recorded()).hasSize(1);
    }

    // ---- (q) -----------------------------------------------------------------------------------------------------

    @Test
    void manyKeysAreAskedForInFewCalls() {
        MEDLEY.stubs("orders")
                .answer(
                        "GET",
                        "/items",
                        request -> StubAnswer.json(
                                200, "[{\"id\":\"2\",\"name\":\"cup\"},{\"id\":\"1\",\"name\":\"tea\"}]"));

        assertThat(get("/items?id=1&id=2&id=1&id=3").body())
                .isEqualTo("{\"1\":{\"id\":\"1\",\"name\":\"tea\"},\"2\":{\"id\":\"2\",\"name\":\"cup\"}}");
        assertThat(MEDLEY.stubs("orders").recorded().get(0).parameter("ids")).isEqualTo("1,2,3");
    }

    // ---- (u), (v) ------------------------------------------------------------------------------------------------

    @Test
    void thePageOfAPartnerIsRead() {
        assertThat(get("/offers-of-page/3").body())
                .startsWith("[{\"name\":\"green bowl\",\"url\":\"http://")
                .contains("/product/3\"}");
    }

    @Test
    void feedsAreMergedByDate() {
        assertThat(get("/headlines").body())
                .containsSubsequence("2026-11-20T08:00:00Z", "2026-11-19T08:00:00Z", "2026-11-17T08:00:00Z");
    }

    // ---- (w) -----------------------------------------------------------------------------------------------------

    @Test
    void ratesAreReadByAScheduleAndServedWithTheirAge() {
        HttpResponse<String> rates = get("/rates");
        assertThat(rates.body()).contains("\"@currency\":\"CHF\"");
        assertThat(rates.headers().firstValue("Age")).isPresent();
        HttpResponse<String> dated = get("/rates/dated");
        assertThat(dated.body()).isEqualTo(rates.body());
        assertThat(dated.headers().firstValue("Rates-Age").orElse("")).endsWith(" s");
    }

    // ---- (a) -----------------------------------------------------------------------------------------------------

    private static void anOrderIsAnswered() {
        MEDLEY.stubs("orders").answer("GET", "/orders/7", 200, """
                {"id":"7","customer":"42","items":[{"name":"tea","price":2.50,"quantity":3},
                 {"name":"cup","price":4,"quantity":1}]}""");
        MEDLEY.stubs("customers").answer("GET", "/customers/42", 200, "{\"name\":\"Ada\"}");
    }

    @Test
    void anOrderIsMergedWithItsTotalItsCustomerAndOffers() {
        anOrderIsAnswered();
        MEDLEY.stubs("offers").answer("GET", "/offers?customer=42", 200, "[\"milk\"]");

        HttpResponse<String> reply = get("/order/7");

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body())
                .contains("\"id\":\"7\"", "\"total\":11.50", "\"customer\":{\"name\":\"Ada\"}", "\"offers\":[\"milk\"]")
                .doesNotContain("missing");
    }

    @Test
    void anOrderWithoutOffersNamesThemAsMissing() {
        anOrderIsAnswered();
        MEDLEY.stubs("offers").answer("GET", "/offers", 503, "");

        assertThat(get("/order/7").body())
                .endsWith("\"offers\":[],\"missing\":{\"offers\":\"unexpected status 503\"}}");
    }

    @Test
    void anOrderOfAnotherShapeIsAFaultOfThePartner() {
        MEDLEY.stubs("orders").answer("GET", "/orders/7", 200, "{\"id\":\"7\",\"customer\":\"42\",\"items\":3}");

        HttpResponse<String> reply = get("/order/7");

        assertThat(reply.statusCode()).isEqualTo(502);
        assertThat(reply.body()).contains("unexpected shape", "/items", "orders");
    }

    // ---- (b) -----------------------------------------------------------------------------------------------------

    private static HttpResponse<String> placeOrder() {
        return MEDLEY.send(MEDLEY.request("/orders")
                .header("X-Api-Key", KEY)
                .header("Authorization", "Bearer t")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"item\":\"tea\"}")));
    }

    @Test
    void anOrderIsPlacedWithTheBodyAndTheAuthorizationOfTheClient() {
        MEDLEY.stubs("orders").answer("POST", "/orders", 201, "{\"id\":\"8\"}");

        HttpResponse<String> reply = placeOrder();

        assertThat(reply.statusCode()).isEqualTo(201);
        assertThat(reply.body()).isEqualTo("{\"id\":\"8\"}");
        RecordedRequest asked = MEDLEY.stubs("orders").recorded().get(0);
        assertThat(asked.body()).isEqualTo("{\"item\":\"tea\"}");
        assertThat(asked.header("Authorization")).isEqualTo("Bearer t");
        assertThat(asked.header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void aRefusalOfThePartnerIsPassedThroughIfItIsExpected() {
        MEDLEY.stubs("orders").answer("POST", "/orders", 409, "{\"reason\":\"sold out\"}");
        assertThat(placeOrder())
                .returns(409, HttpResponse::statusCode)
                .returns("{\"reason\":\"sold out\"}", HttpResponse::body);

        MEDLEY.stubs("orders").answer("POST", "/orders", 403, "");
        assertThat(placeOrder().statusCode()).isEqualTo(502);
    }

    // ---- (c) -----------------------------------------------------------------------------------------------------

    @Test
    void usersAreListedInTheOrderOfTheirIds() {
        for (int id = 1; id <= 6; id++) {
            MEDLEY.stubs("users").answer("GET", "/users/" + id, 200, "{\"id\":" + id + "}");
        }
        assertThat(get("/users?id=5&id=1&id=6&id=3&id=2&id=4").body())
                .isEqualTo("[{\"id\":5},{\"id\":1},{\"id\":6},{\"id\":3},{\"id\":2},{\"id\":4}]");
    }

    // ---- (d), (e) ------------------------------------------------------------------------------------------------

    @Test
    void offersThatTakeTooLongAreReplacedAndTheReplyHasAField() {
        MEDLEY.stubs("offers")
                .answer("GET", "/offers", StubAnswer.json(200, "[1]").delay(Duration.ofSeconds(20)));

        HttpResponse<String> reply = get("/offers");

        assertThat(reply.body()).isEqualTo("{\"offers\":[],\"missing\":{\"offers\":\"timeout\"}}");
        assertThat(reply.headers().firstValue("Cache-Control")).contains("max-age=60");
    }

    // ---- (g) -----------------------------------------------------------------------------------------------------

    @Test
    void eachLineOfTheLogHasTheIdOfTheRequest(@Partner("weather") PartnerStubs weather) {
        Logger logger = (Logger) LoggerFactory.getLogger(LoggingServlet.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        try {
            MEDLEY.send(request("/weather?city=Rome").header("X-Request-Id", "r-1"));
        } finally {
            logger.detachAppender(lines);
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("request r-1 asks for the weather", "the weather has arrived");
        assertThat(lines.list)
                .allSatisfy(line -> assertThat(line.getMDCPropertyMap())
                        .containsEntry("request-id", "r-1")
                        .containsEntry("city", "Rome"));
        assertThat(weather.recorded().get(0).header("X-Request-Id")).isEqualTo("r-1");
    }

    // ---- (h) -----------------------------------------------------------------------------------------------------

    @Test
    void aFileIsStreamedInBothDirections() {
        MEDLEY.stubs("files").answer("PUT", "/files/a", 201, "");
        MEDLEY.stubs("files").answer("GET", "/files/a", 200, "content");

        HttpResponse<String> stored =
                MEDLEY.send(request("/files/a").PUT(BodyPublishers.ofString("x".repeat(3_000_000))));

        assertThat(stored.statusCode()).isEqualTo(201);
        assertThat(MEDLEY.stubs("files").recorded().get(0).bodyLength()).isEqualTo(3_000_000);
        assertThat(get("/files/a").body()).isEqualTo("content");
    }

    // ---- (i) -----------------------------------------------------------------------------------------------------

    @Test
    void aRequestWithoutKeyReachesNoMashup() {
        assertThat(MEDLEY.get("/users?id=1").statusCode()).isEqualTo(401);
        assertThat(MEDLEY.stubs("users").recorded()).isEmpty();
    }

    // ---- (k) -----------------------------------------------------------------------------------------------------

    @Test
    void aMashupHasSettingsOfItsOwn() {
        MEDLEY.stubs("prices").answer("GET", "/price?currency=CHF", 200, "12");
        assertThat(get("/price").body()).isEqualTo("{\"currency\":\"CHF\",\"price\":12}");
    }

    // ---- (l) -----------------------------------------------------------------------------------------------------

    @Test
    void aCustomerIsMergedWithOffers() {
        MEDLEY.stubs("customers").answer("GET", "/customers/7", 200, "{\"name\":\"Ada\"}");
        MEDLEY.stubs("offers").answer("GET", "/offers?customer=7", 200, "[1]");

        assertThat(get("/customer/7").body()).isEqualTo("{\"customer\":{\"name\":\"Ada\"},\"offers\":[1]}");
    }

    @Test
    void aCustomerThatThePartnerDoesNotHaveIsNotFound() {
        MEDLEY.stubs("customers").answer("GET", "/customers/7", 404, "none");
        MEDLEY.stubs("offers").answer("GET", "/offers", StubAnswer.misbehaviour(StubMisbehaviour.HANG));

        HttpResponse<String> reply = get("/customer/7");

        assertThat(reply.statusCode()).isEqualTo(404);
        assertThat(reply.body()).contains("there is no customer 7");
    }

    @Test
    void aCustomerThatIsNotJsonIsAFaultOfThePartner() {
        MEDLEY.stubs("customers").answer("GET", "/customers/7", 200, "<p>Ada</p>");

        assertThat(get("/customer/7").statusCode()).isEqualTo(502);
    }

    // ---- (m) -----------------------------------------------------------------------------------------------------

    private static HttpResponse<String> basket(String method, String path, String body) {
        return MEDLEY.send(request(path)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    }

    @Test
    void anOrderIsSentAsJsonOfARecord() {
        MEDLEY.stubs("orders").answer("POST", "/orders", 201, "{\"id\":\"8\"}");

        assertThat(basket("POST", "/basket", "{\"item\":\"tea\",\"count\":2,\"more\":1}")
                        .statusCode())
                .isEqualTo(201);

        RecordedRequest asked = MEDLEY.stubs("orders").recorded().get(0);
        assertThat(asked.body()).isEqualTo("{\"item\":\"tea\",\"count\":2}");
        assertThat(asked.header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void anOrderIsChangedAndDeleted() {
        MEDLEY.stubs("orders").answer("PATCH", "/orders/8", 200, "{\"count\":3}");
        MEDLEY.stubs("orders").answer("DELETE", "/orders/8", 204, "");

        assertThat(basket("PATCH", "/basket/8", "{\"count\":3}").body()).isEqualTo("{\"count\":3}");
        assertThat(basket("DELETE", "/basket/8", "").statusCode()).isEqualTo(204);

        assertThat(MEDLEY.stubs("orders").recorded("PATCH", "/orders/8").get(0).body())
                .isEqualTo("{\"count\":3}");
        assertThat(MEDLEY.stubs("orders").recorded("DELETE", "/orders/8")).hasSize(1);
    }

    // ---- (n) -----------------------------------------------------------------------------------------------------

    @Test
    void offersThatAreLimitedAreEmpty() {
        MEDLEY.stubs("offers").answer("GET", "/offers", 429, "");
        assertThat(get("/lenient").body()).isEqualTo("{\"offers\":[]}");
    }

    @Test
    void offersThatFailOtherwiseFailTheMashup() {
        MEDLEY.stubs("offers").answer("GET", "/offers", 500, "");
        assertThat(get("/lenient").statusCode()).isEqualTo(502);
    }

    private static HttpResponse<String> get(String path) {
        return MEDLEY.send(request(path));
    }

    private static HttpRequest.Builder request(String path) {
        return MEDLEY.request(path).header("X-Api-Key", KEY);
    }
}
