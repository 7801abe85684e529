package dev.medley.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.JsonLimits;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Feeds of all kinds are read as another reader does, feedparser in Python; docs/sources.md says where they are not, and why. */
class FeedSamplesTest {

    private static final String FOLDER = "feeds/";
    private static final String LOCATION = "http://127.0.0.1:8097/";

    /** A fault of the other reader, a charset that Java does not have, or a rule of ours, with what we read. */
    private static final Map<String, String> DIFFERENCES = Map.ofEntries(
            Map.entry("base_cdf_item_abstract_xml_base.xml", "http://127.0.0.1:8097/item/1"),
            Map.entry("encoding_x80_cp037.xml", "refused"),
            Map.entry("encoding_x80_csibm855.xml", "€"),
            Map.entry("encoding_x80_ebcdic_cp_be.xml", "refused"),
            Map.entry("encoding_x80_ibm039.xml", "refused"),
            Map.entry("encoding_x80_macintosh.xml", "€"),
            Map.entry("entities_lang.xml", "testing ⟨ entity"),
            Map.entry("http_headers_content_location-relative.xml", "http://127.0.0.1:8097/feed/absolute"),
            Map.entry("illformed_http_high_bit_date.xml", "null"),
            Map.entry("node_precedence_atom10_id.xml", "http://127.0.0.1:8097/Correct Value"),
            Map.entry("rss_entity_in_doctype.xml", "refused"),
            Map.entry("rss_item_category_image.xml", "null"),
            Map.entry("rss_item_guid_isPermaLink_ValueError.xml", "http://example.c[o.test/"),
            Map.entry("sanitize_xml_malicious_comment.xml", "sa"));

    static Stream<JsonNode> samples() throws IOException {
        try (InputStream expected = resource("expected.json")) {
            return JsonMapper.builder().build().readTree(expected).values().stream();
        }
    }

    @Test
    void thereAreMoreThanTwoHundredSamplesAndFewDifferences() throws IOException {
        long samples = samples().count();

        assertThat(samples).isGreaterThan(200);
        assertThat(DIFFERENCES.size() / (double) samples).isLessThan(0.05);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aFeedIsReadAsTheOtherReaderDoes(JsonNode expected) throws IOException {
        String file = expected.path("file").asString();
        List<String> differences = differences(expected, file);

        String meant = DIFFERENCES.get(file);
        if (meant == null) {
            assertThat(differences).isEmpty();
        } else {
            assertThat(differences).isNotEmpty().contains(meant);
        }
    }

    /** Returns what we read where the other reader reads something else. */
    private static List<String> differences(JsonNode expected, String file) throws IOException {
        String location = expected.path("location").asString();
        List<String> found = new ArrayList<>();
        Feed feed;
        try (InputStream sample = resource(file)) {
            feed = Format.FEED.read(new Content(
                    sample.readAllBytes(),
                    expected.path("type").asString(),
                    URI.create(LOCATION).resolve(location).toString(),
                    JsonLimits.DEFAULT));
        } catch (FormatException refused) {
            return expected.path("entries").isEmpty() && expected.path("title").isNull()
                    ? List.of()
                    : List.of("refused");
        }
        compare(found, text(expected.path("title")), feed.title());
        compare(found, string(expected.path("link")), feed.link());
        compare(found, string(expected.path("updated")), date(feed.updated()));
        JsonNode entries = expected.path("entries");
        compare(
                found,
                String.valueOf(entries.size()),
                String.valueOf(feed.entries().size()));
        for (int i = 0; i < Math.min(entries.size(), feed.entries().size()); i++) {
            Feed.Entry entry = feed.entries().get(i);
            compare(found, text(entries.path(i).path("title")), entry.title());
            compare(found, string(entries.path(i).path("link")), entry.link());
            compare(found, string(entries.path(i).path("updated")), date(entry.updated()));
        }
        return found;
    }

    private static void compare(List<String> differences, @Nullable String expected, @Nullable String found) {
        if (!Objects.equals(expected, found)) {
            differences.add(String.valueOf(found));
        }
    }

    /** The other reader leaves titles in HTML. */
    private static @Nullable String text(JsonNode title) {
        String value = title.path("value").asString("");
        String type = title.path("type").asString("");
        boolean isMarkup = type.contains("html") || type.contains("xml");
        String text = (isMarkup ? Parser.parseBodyFragment(value, "").text() : value).strip();
        return text.isEmpty() ? null : text;
    }

    private static @Nullable String string(JsonNode value) {
        return value.isString() ? value.asString() : null;
    }

    private static @Nullable String date(@Nullable Instant date) {
        return date == null ? null : date.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static InputStream resource(String file) {
        return Objects.requireNonNull(FeedSamplesTest.class.getResourceAsStream(FOLDER + file), file);
    }
}
