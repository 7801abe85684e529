package dev.medley.stubs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpMethod;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShopEndpointsTest {

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    /** As the commands of Medley start them: they record nothing, and answer by the body all the same. */
    private static final PartnerStubs STUBS = PartnerStubs.builder().recorded(0).build();

    @BeforeAll
    static void start() {
        STUBS.start();
    }

    @AfterAll
    static void stop() {
        STUBS.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            /user/1        | {"id":1,"name":"Jonas","city":"Lisbon","premium":false}
            /user/2        | {"id":2,"name":"Zoë","city":"Oslo","premium":true}
            /orders?user=3 | [{"id":301,"product":3,"quantity":1},{"id":302,"product":4,"quantity":2},{"id":303,"product":5,"quantity":3}]
            /product/3     | {"id":3,"name":"green bowl","price":26.5}
            /items?ids=3,4,1 | [{"id":3,"name":"green bowl","price":26.5},{"id":1,"name":"blue lamp","price":12.5}]
            /items         | []
            /catalog?size=1&after=2  | {"items":[{"id":3,"name":"green bowl","price":26.5}],"cursor":3,"next":"/catalog?size=1&after=3"}
            /catalog?size=2&after=11 | {"items":[{"id":12,"name":"green chair","price":9.5}],"cursor":null,"next":null}
            /stock/3       | {"product":3,"warehouse":"south","count":9}
            """)
    void theShopIsTheSameAtAllTimes(String path, String json) throws Exception {
        ContentResponse response = get(path);

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getMediaType()).isEqualTo("application/json");
        assertThat(response.getContentAsString()).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/user/", "/orders?user=", "/product/", "/stock/"})
    void theLastDigitOfAnIdChoosesAFailure(String path) throws Exception {
        assertThat(get(path + 14).getStatus()).isEqualTo(404);
        assertThat(get(path + 14).getMediaType()).isEqualTo("application/problem+json");
        assertThat(get(path + 15).getStatus()).isEqualTo(500);
        assertThat(get(path + 16).getStatus()).isEqualTo(200);
    }

    @Test
    void aFailureComesAfterItsDelay() throws Exception {
        long begin = System.nanoTime();

        ContentResponse response = get("/product/14?delay=200");

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(199));
        assertThat(response.getContentAsString())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,"
                        + "\"detail\":\"there is no product 14: an id that ends in 4 is unknown\"}");
    }

    @Test
    void vendorsQuoteTheSamePriceForTheSameBody() throws Exception {
        String tea = quote("north", "{\"item\":\"tea\"}");

        assertThat(tea).matches("\\{\"vendor\":\"north\",\"price\":1\\d\\d\\.5,\"days\":\\d+}");
        assertThat(quote("north", "{\"item\":\"tea\"}")).isEqualTo(tea);
        assertThat(List.of(quote("south", "{\"item\":\"tea\"}"), quote("north", "{\"item\":\"milk\"}")))
                .doesNotContain(tea);
    }

    @Test
    void stationsAreCommaSeparatedValuesWithQuotes() throws Exception {
        ContentResponse response = get("/stations?city=%22Old%22+Town");

        assertThat(response.getMediaType()).isEqualTo("text/csv");
        assertThat(response.getContentAsString().split("\r\n", -1))
                .hasSize(5)
                .startsWith("name,platforms")
                .endsWith("")
                .filteredOn(line -> line.contains("Town"))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).matches("\"[A-Z][a-z]+, \"\"Old\"\" Town\",\\d+"));
    }

    @Test
    void aMottoIsText() throws Exception {
        ContentResponse response = get("/motto?city=Z%C3%BCrich");

        assertThat(response.getMediaType()).isEqualTo("text/plain");
        assertThat(response.getContentAsString()).contains("Zürich");
    }

    @Test
    void ratesAreXml() throws Exception {
        ContentResponse response = get("/rates?base=EUR");

        assertThat(response.getMediaType()).isEqualTo("application/xml");
        assertThat(response.getContentAsString()).matches("""
                        <\\?xml version="1\\.0" encoding="UTF-8"\\?>
                        <rates base="EUR">(<rate currency="[A-Z]{3}">\\d\\.\\d\\d</rate>){3}</rates>
                        """);
    }

    @Test
    void feedsOfThreeFormatsHaveTheNewsOfACity() throws Exception {
        assertThat(get("/feed/rss?city=%3COslo%3E").getContentAsString())
                .contains("<title>&lt;Oslo> today</title>", "<pubDate>20 Nov 2026 09:00 +0100</pubDate>");
        assertThat(get("/feed/atom?city=Oslo").getMediaType()).isEqualTo("application/atom+xml");
        assertThat(get("/feed/json?city=Oslo").getContentAsString()).contains("\"title\":\"Events in Oslo\"");
        assertThat(get("/feed/cdf?city=Oslo").getStatus()).isEqualTo(400);
    }

    @Test
    void aPageHasThreeProducts() throws Exception {
        ContentResponse response = get("/page/3");

        assertThat(response.getMediaType()).isEqualTo("text/html");
        assertThat(response.getContentAsString())
                .contains("<li class=offer><a href=\"../product/3\">green bowl</a> <b class=price>EUR 26.50</b>");
    }

    @Test
    void pricesAreASoapService() throws Exception {
        for (String version :
                List.of("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope")) {
            String response = post("/soap", envelope(version, 3));

            assertThat(response)
                    .startsWith("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>")
                    .contains(
                            version,
                            "<p:price currency=\"EUR\">26.5</p:price><p:maker>Caf\u00e9 Z\u00fcrich</p:maker>");
        }
        assertThat(post("/soap", envelope("http://schemas.xmlsoap.org/soap/envelope/", 14)))
                .contains("<faultcode>soap:Client</faultcode>");
        assertThat(post("/soap", envelope("http://www.w3.org/2003/05/soap-envelope", 15)))
                .contains("<soap:Value>soap:Receiver</soap:Value>");
    }

    @Test
    void productsAreDataOfGraphQl() throws Exception {
        assertThat(post("/graphql", "{\"query\":\"{ product { name } }\",\"variables\":{\"id\":\"3\"}}"))
                .isEqualTo("{\"data\":{\"product\":{\"id\":\"3\",\"name\":\"green bowl\",\"price\":26.5}}}");
        assertThat(post("/graphql", "{\"query\":\"{ product { name } }\"}")).contains("\"code\":\"NOT_FOUND\"");
        assertThat(post("/graphql", "{\"variables\":{\"id\":15}}")).contains("the product 15 fails");
    }

    private static String envelope(String version, int product) {
        return "<s:Envelope xmlns:s='%s'><s:Body><GetPrice><product>%d</product></GetPrice></s:Body></s:Envelope>"
                .formatted(version, product);
    }

    private static String post(String path, String body) throws Exception {
        byte[] content = CLIENTS.of(Protocol.HTTP_1_1)
                .newRequest(STUBS.uri() + path)
                .method(HttpMethod.POST)
                .body(new StringRequestContent("text/plain", body))
                .send()
                .getContent();
        return new String(content, path.equals("/soap") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    private static String quote(String vendor, String body) throws Exception {
        return CLIENTS.of(Protocol.HTTP_1_1)
                .newRequest(STUBS.uri() + "/quote/" + vendor)
                .method(HttpMethod.POST)
                .body(new StringRequestContent("application/json", body))
                .send()
                .getContentAsString();
    }

    private static ContentResponse get(String pathAndQuery) throws Exception {
        return CLIENTS.of(Protocol.HTTP_1_1)
                .newRequest(STUBS.uri() + pathAndQuery)
                .send();
    }
}
