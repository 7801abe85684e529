package dev.medley.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.JsonLimits;
import org.junit.jupiter.api.Test;

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
}
