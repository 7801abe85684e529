package dev.medley.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.JsonLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hostile feed is refused, or costs no more than its bytes do. */
class FeedLimitsTest {

    private static final JsonLimits FEW = new JsonLimits(100, 1000);

    private static String refusal(String feed) {
        return Bodies.refusal(Format.FEED, Bodies.utf8(feed), null, FEW);
    }

    @Test
    void deepNestingIsRefused() {
        assertThat(refusal("<rss>" + "<a>".repeat(100_000))).endsWith("a nesting depth of more than 500");
    }

    @Test
    void manyElementsAttributesAndTextsAreRefused() {
        assertThat(refusal("<rss>" + "<a/>".repeat(1000) + "</rss>")).contains("more than 1000 elements");
        assertThat(refusal("<rss>" + "<a b='' c=''/>".repeat(400) + "</rss>")).contains("more than 1000 elements");
    }

    @Test
    void manyElementsOfAFeedThatIsNotWellFormedAreRefused() {
        assertThat(refusal("<rss>&" + "<a>x</a>".repeat(1000))).contains("more than 1000 elements");
    }

    @Test
    void manyAttributesOfOneElementAreRefused() throws FormatException {
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < 501; i++) {
            attributes.append(" a").append(i).append("=''");
        }

        assertThat(refusal("<rss" + attributes + "/>")).endsWith("more than 500 attributes");
    }

    @Test
    void aLineOfMegabytesAndBytesThatAreNoneAreRead() throws FormatException {
        Feed feed = (Feed) Bodies.tree(
                Format.FEED,
                Bodies.utf8("<rss><channel><title>" + "x\u0000".repeat(1 << 20) + "</title></channel></rss>"),
                null,
                FEW);

        assertThat(feed.title()).isNotNull().startsWith("x");
        assertThat(feed.malformed()).hasSize(1);
    }

    @Test
    void noMoreThanTenFaultsAreTold() throws FormatException {
        Feed feed = (Feed) Bodies.tree(
                Format.FEED,
                Bodies.utf8("<rss><channel>" + "<item><pubDate>x</pubDate></item>".repeat(50) + "</channel></rss>"),
                null,
                FEW);

        assertThat(feed.entries()).hasSize(50);
        assertThat(feed.malformed()).hasSize(10);
    }

    @Test
    @Timeout(60)
    void aLongBaseIsNotRepeatedByEachLink() throws FormatException {
        String base = "<feed xml:base='http://example.com/" + "a".repeat(100_000) + "/'>";

        Feed feed = feed(base + "<entry><link href='b'/></entry>".repeat(5_000) + "</feed>");

        assertThat(feed.entries()).hasSize(5_000);
        assertThat(feed.entries().get(0).link()).endsWith("a/b");
        assertThat(feed.entries().get(4_999).link()).isNull();
        assertThat(feed.malformed()).containsExactly("links whose bases have more than 4194304 characters together");
    }

    @Test
    @Timeout(60)
    void aLongBaseIsNotRepeatedByEachBaseWithinIt() throws FormatException {
        String base = "<feed xml:base='http://example.com/" + "a".repeat(100_000) + "/'>";
        String entry =
                "<entry xml:base='b/'><link href='http://example.com/c'/><link rel='enclosure' href='d'/></entry>";

        Feed feed = feed(base + entry.repeat(5_000) + "</feed>");

        assertThat(feed.entries())
                .hasSize(5_000)
                .allSatisfy(each -> assertThat(each.link()).isEqualTo("http://example.com/c"));
        assertThat(feed.entries().get(0).enclosures()).hasSize(1);
        assertThat(feed.entries().get(4_999).enclosures()).isEmpty();
    }

    @Test
    @Timeout(60)
    void namespacesAreNotCopiedToEachElement() throws FormatException {
        StringBuilder prefixes = new StringBuilder();
        for (int i = 0; i < 490; i++) {
            prefixes.append(" xmlns:p").append(i).append("='urn:x'");
        }
        String author = "<author xmlns:q='urn:y'><name>A</name></author>";

        Feed feed = feed("<feed" + prefixes + ">"
                + ("<entry xmlns:q='urn:y'>" + author + "</entry>").repeat(20_000)
                + "</feed>");

        assertThat(feed.entries()).hasSize(20_000);
        assertThat(feed.entries().get(19_999).authors()).containsExactly("A");
    }

    @Test
    void anElementWithALongNameIsRefused() {
        assertThat(refusal("<rss><" + "a".repeat(1 << 20) + "/></rss>"))
                .isEqualTo("line 1, column 6: the name of an element with more than 65536 characters");
    }

    @Test
    void aNumberOfAJsonFeedThatIsTooLargeIsRefused() {
        assertThat(refusal(
                        "{'version': 'https://jsonfeed.org/version/1', 'items': [{'id': 1e400}]}".replace('\'', '"')))
                .isEqualTo("it has a number that is too large");
    }

    private static Feed feed(String feed) throws FormatException {
        return Format.FEED.read(new Content(Bodies.utf8(feed), null));
    }
}
