package dev.medley.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FormatTest {

    @Test
    void eachFormatHasItsNameAndIsAskedForByItsMediaTypes() {
        assertThat(Map.of(
                        Format.XML.name(), Format.XML.accept(),
                        Format.CSV.name(), Format.CSV.accept(),
                        Format.TEXT.name(), Format.TEXT.accept(),
                        Format.HTML.name(), Format.HTML.accept()))
                .isEqualTo(Map.of(
                        "xml",
                        "application/xml, text/xml",
                        "csv",
                        "text/csv",
                        "text",
                        "text/plain",
                        "html",
                        "text/html, application/xhtml+xml"));
        assertThat(Format.FEED.accept()).startsWith("application/atom+xml, application/rss+xml, application/feed+json");
    }

    @Test
    void anElementMayBeAListEvenIfThereIsOne() throws FormatException {
        Content content = new Content("<s:a><s:b>1</s:b><c/></s:a>".getBytes(StandardCharsets.UTF_8), null);

        assertThat(Format.xml("b").read(content)).isEqualTo(Map.of("a", Map.of("b", List.of("1"), "c", "")));
        assertThat(Format.XML.read(content)).isEqualTo(Map.of("a", Map.of("b", "1", "c", "")));
    }
}
