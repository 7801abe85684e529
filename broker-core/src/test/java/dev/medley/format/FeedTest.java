package dev.medley.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeedTest {

    private static final String LOCATION = "https://news.example/feeds/all";

    private static Feed read(String feed) throws FormatException {
        return Format.FEED.read(
                new Content(feed.getBytes(StandardCharsets.UTF_8), "application/xml", LOCATION, JsonLimits.DEFAULT));
    }

    private static Feed.Entry entry(String feed) throws FormatException {
        List<Feed.Entry> entries = read(feed).entries();
        assertThat(entries).hasSize(1);
        return entries.get(0);
    }

    @Test
    void rssHasTitlesLinksDatesAuthorsCategoriesAndFiles() throws FormatException {
        Feed feed = read("""
                <?xml version="1.0"?>
                <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:c="http://purl.org/rss/1.0/modules/content/">
                <channel>
                  <title>News &amp; more</title><link>/</link><description>All &lt;b&gt;of it&lt;/b&gt;</description>
                  <language>en-us</language><lastBuildDate>Thu, 01 Jan 2004 19:48:21 GMT</lastBuildDate>
                  <item>
                    <title>One</title><link>one.html</link><guid isPermaLink="false">n-1</guid>
                    <pubDate>Wed, 31 Dec 2003 10:00:00 EST</pubDate><dc:creator>Jo</dc:creator><author>x@y.example (Kim)</author>
                    <category>A</category><category>B</category>
                    <description>&lt;p&gt;Short&lt;/p&gt;</description><c:encoded><![CDATA[<p>Long<br></p>]]></c:encoded>
                    <enclosure url="a.mp3" type="audio/mpeg" length="12"/>
                  </item>
                </channel></rss>
                """);

        assertThat(feed)
                .isEqualTo(new Feed(
                        "News & more",
                        "https://news.example/",
                        null,
                        Instant.parse("2004-01-01T19:48:21Z"),
                        "All of it",
                        "en-us",
                        List.of(new Feed.Entry(
                                "One",
                                "https://news.example/feeds/one.html",
                                "n-1",
                                Instant.parse("2003-12-31T15:00:00Z"),
                                Instant.parse("2003-12-31T15:00:00Z"),
                                "<p>Short</p>",
                                "<p>Long<br></p>",
                                List.of("Jo", "Kim"),
                                List.of("A", "B"),
                                List.of(new Feed.Enclosure("https://news.example/feeds/a.mp3", "audio/mpeg", 12L)))),
                        List.of()));
    }

    @Test
    void atomHasTextsOfThreeKindsAndLinksRelativeToItsBase() throws FormatException {
        Feed.Entry entry = entry("""
                <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://a.example/x/">
                <entry><title type="html">1 &amp;lt; 2</title><link href="e"/><link rel="enclosure" href="/f" length="many"/>
                <id>urn:1</id><updated>2004-01-01T00:00:00+01:00</updated><published>2003-01-01T00:00:00Z</published>
                <author><name>Jo</name></author><author><email>kim@a.example</email></author><category term="t" label="T"/>
                <summary>1 &lt; 2</summary>
                <content type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p>Hi <h:b>you</h:b></h:p></h:div></content>
                </entry></feed>
                """);

        assertThat(entry)
                .isEqualTo(new Feed.Entry(
                        "1 < 2",
                        "http://a.example/x/e",
                        "urn:1",
                        Instant.parse("2003-12-31T23:00:00Z"),
                        Instant.parse("2003-01-01T00:00:00Z"),
                        "1 &lt; 2",
                        "<p>Hi <b>you</b></p>",
                        List.of("Jo", "kim@a.example"),
                        List.of("t"),
                        List.of(new Feed.Enclosure("http://a.example/f", null, null))));
    }

    @Test
    void rdfHasItsItemsBesideTheChannel() throws FormatException {
        Feed feed = read("""
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
                <channel><title>R</title></channel><item rdf:about="http://a.example/1"><title>One</title></item></rdf:RDF>
                """);

        assertThat(feed.title()).isEqualTo("R");
        assertThat(feed.entries())
                .extracting(Feed.Entry::title, Feed.Entry::id)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("One", "http://a.example/1"));
    }

    @Test
    void jsonFeedHasTheSameShape() throws FormatException {
        Feed.Entry entry = entry("""
                {"version": "https://jsonfeed.org/version/1.1", "title": "J", "items": [{"id": 7, "url": "/7", "title": "Seven",
                "content_text": "a < b", "date_published": "2004-01-01T00:00:00Z", "authors": [{"name": "Jo"}], "tags": ["t"],
                "attachments": [{"url": "x.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 9}]}]}
                """);

        assertThat(entry)
                .isEqualTo(new Feed.Entry(
                        "Seven",
                        "https://news.example/7",
                        "7",
                        Instant.parse("2004-01-01T00:00:00Z"),
                        Instant.parse("2004-01-01T00:00:00Z"),
                        null,
                        "a &lt; b",
                        List.of("Jo"),
                        List.of("t"),
                        List.of(new Feed.Enclosure("https://news.example/feeds/x.mp3", "audio/mpeg", 9L))));
    }

    @Test
    void whatIsAbsentIsAbsentInJson() throws FormatException {
        Json written = Json.of(
                read("<rss><channel><item><title>T</title><pubDate>1 Jan 2004</pubDate></item></channel></rss>"));

        assertThat(written.toString())
                .isEqualTo(
                        "{\"entries\":[{\"title\":\"T\",\"updated\":\"2004-01-01T00:00:00Z\","
                                + "\"published\":\"2004-01-01T00:00:00Z\",\"authors\":[],\"categories\":[],\"enclosures\":[]}]}");
    }

    @Test
    void aFeedThatIsNotWellFormedIsReadAndSaysWhereItIsNot() throws FormatException {
        Feed feed = read("<rss><channel><title>A & B</title>\n<item><title>One<title></item></channel>");

        assertThat(feed.title()).isEqualTo("A & B");
        assertThat(feed.entries()).hasSize(1);
        assertThat(feed.malformed()).singleElement().asString().startsWith("line 1, column ");
    }

    @Test
    void aDateThatIsNoneIsAbsentAndItsTextIsKept() throws FormatException {
        Feed feed = read("<rss><channel><item><pubDate>soon</pubDate></item></channel></rss>");

        assertThat(feed.entries())
                .singleElement()
                .extracting(Feed.Entry::updated)
                .isNull();
        assertThat(feed.malformed()).containsExactly("pubdate: 'soon' is not a date");
    }

    @Test
    void entitiesOfHtmlAreKnownAndOthersAreNot() throws FormatException {
        assertThat(entry("<rss><channel><item><title>a&nbsp;&eacute;&amp;&#33;</title></item></channel></rss>")
                        .title())
                .isEqualTo("a\u00a0é&!");
        assertThat(read("<rss><channel><title>&unheard;</title></channel></rss>")
                        .malformed())
                .hasSize(1);
        assertThat(entry("<rss><channel><item><description><![CDATA[a&nbsp;b]]></description></item></channel></rss>")
                        .summary())
                .isEqualTo("a&nbsp;b");
    }

    @Test
    void theDoctypeOfOldRssIsSkippedAndOneWithDeclarationsIsRefused() throws FormatException {
        assertThat(entry(
                                "<!DOCTYPE rss PUBLIC \"-//Netscape//DTD RSS 0.91//EN\" \"http://my.netscape.com/rss-0.91.dtd\">"
                                        + "<rss><channel><item><title>T</title></item></channel></rss>")
                        .title())
                .isEqualTo("T");
        assertThat(refusal("\n<!DOCTYPE rss [<!ENTITY a 'aaaa'>]><rss><channel/></rss>"))
                .isEqualTo("line 2, column 1: a DOCTYPE with declarations is not allowed");
        assertThat(refusal("<!DOCTYPE rss SYSTEM 'x>y' [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><rss>&a;</rss>"))
                .contains("a DOCTYPE with declarations");
    }

    @Test
    void whatIsNoFeedIsRefused() {
        assertThat(refusal("<html><body>Not found</body></html>"))
                .isEqualTo("its root element is 'html'; expected RSS, Atom or JSON Feed");
        assertThat(refusal("Not found")).isEqualTo("it has no element; expected RSS, Atom or JSON Feed");
        assertThat(refusal("{\"items\": []}"))
                .isEqualTo("it is JSON without a version of JSON Feed and items; expected a feed");
        assertThat(refusal("{\"items\": [")).contains("line 1");
    }

    @Test
    void linksThatRunCodeAreDropped() throws FormatException {
        Feed.Entry entry =
                entry("<rss><channel><item><link>javascript:alert(1)</link><guid isPermaLink='false'>1</guid>"
                        + "<enclosure url='data:text/html,x'/></item></channel></rss>");

        assertThat(entry.link()).isNull();
        assertThat(entry.enclosures()).isEmpty();
    }

    @Test
    void bytesOfAnotherCharsetAreReadAndNoted() throws FormatException {
        byte[] latin = "<rss><channel><title>Caf\u00e9</title></channel></rss>".getBytes(StandardCharsets.ISO_8859_1);

        Feed feed = Format.FEED.read(new Content(latin, "application/rss+xml; charset=utf-8"));

        assertThat(feed.title()).isEqualTo("Café");
        assertThat(feed.malformed())
                .containsExactly("bytes that are not in the charset UTF-8, and are read as windows-1252");
    }

    private static String refusal(String feed) {
        return Bodies.refusal(Format.FEED, Bodies.utf8(feed), null);
    }
}
