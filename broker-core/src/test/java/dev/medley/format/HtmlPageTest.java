package dev.medley.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.JsonLimits;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlPageTest {

    private static final JsonLimits FEW = new JsonLimits(100, 10_000);

    private static Document read(byte[] page, @Nullable String type) throws FormatException {
        return Format.HTML.read(new Content(page, type, "https://shop.example/list/1", JsonLimits.DEFAULT));
    }

    private static Document read(String page) throws FormatException {
        return read(page.getBytes(StandardCharsets.UTF_8), "text/html");
    }

    @Test
    void aPageIsReadAsBrowsersDo() throws FormatException {
        Document page = read("<title>T</title><ul><li>One<li class=b>Two & three</ul>");

        assertThat(page.title()).isEqualTo("T");
        assertThat(page.select("li.b").text()).isEqualTo("Two & three");
    }

    @Test
    void linksAreRelativeToTheLocationOrToTheBase() throws FormatException {
        assertThat(read("<a href=2>x</a>").expectFirst("a").absUrl("href")).isEqualTo("https://shop.example/list/2");
        assertThat(read("<base href='/b/'><a href=2>x</a>").expectFirst("a").absUrl("href"))
                .isEqualTo("https://shop.example/b/2");
    }

    @Test
    void theCharsetIsThatOfTheMarkOfTheTypeOfTheMetaOrUtf8() throws FormatException {
        byte[] marked = "\ufeff<p>é".getBytes(StandardCharsets.UTF_16LE);
        byte[] cyrillic = "<meta charset='utf-8'><p>Ж".getBytes(Charset.forName("windows-1251"));
        byte[] meta =
                "<!-- <meta charset=utf-16> --><meta http-equiv=Content-Type content='text/html; charset=koi8-r'><p>Ж"
                        .getBytes(Charset.forName("koi8-r"));

        assertThat(read(marked, "text/html; charset=latin1").body().text()).isEqualTo("é");
        assertThat(read(cyrillic, "text/html; charset=windows-1251").body().text())
                .isEqualTo("Ж");
        assertThat(read(meta, "text/html").body().text()).isEqualTo("Ж");
        assertThat(read("<p>é".getBytes(StandardCharsets.UTF_8), "text/html; charset=unheard")
                        .body()
                        .text())
                .isEqualTo("é");
        assertThat(read("<meta charset=utf-7><p>+ADw-b+AD4-".getBytes(StandardCharsets.UTF_8), null)
                        .body()
                        .text())
                .isEqualTo("+ADw-b+AD4-");
    }

    @Test
    void latinIsWindowsAsBrowsersKnow() throws FormatException {
        byte[] quoted = {'<', 'p', '>', (byte) 0x93, 'a', (byte) 0x94};

        assertThat(read(quoted, "text/html; charset=iso-8859-1").body().text()).isEqualTo("“a”");
    }

    @Test
    void bytesThatAreNotOfTheCharsetAreReplaced() throws FormatException {
        byte[] broken = {'<', 'p', '>', 'a', (byte) 0xff, 0, 'b'};

        assertThat(read(broken, "text/html; charset=utf-8").body().text()).contains("a\ufffd", "b");
    }

    @Test
    void deepNestingBecomesSiblings() throws FormatException {
        Document page = read("<div>".repeat(100_000) + "x");

        int depth = 0;
        for (Element each = page.body(); each != null; each = each.firstElementChild()) {
            depth++;
        }
        assertThat(depth).isLessThanOrEqualTo(512);
        assertThat(page.body().text()).isEqualTo("x");
    }

    @Test
    void manyElementsAndCommentsAreRefused() {
        assertThat(refusal("<b>x</b>".repeat(6000))).contains("more than 10000 elements");
        assertThat(refusal("<!---->".repeat(10_001)))
                .isEqualTo("line 1, column 70001: more than 10000 elements, attributes and texts");
    }

    @Test
    void elementsThatOthersRepeatCountEachTime() {
        StringBuilder page = new StringBuilder("<p>");
        for (int i = 0; i < 100; i++) {
            page.append("<b a").append(i).append(" b c d e f>");
        }
        page.append("</p>").append("<p>x</p>".repeat(2000));

        assertThat(refusal(page.toString())).contains("more than 10000 elements");
    }

    @Test
    void aLineOfMegabytesAndAMillionAttributesAreRead() throws FormatException {
        assertThat(read("<p>" + "x".repeat(1 << 24)).body().text()).hasSize(1 << 24);
        assertThat(read("<p" + " a='b'".repeat(1_000_000) + ">y").body().text()).isEqualTo("y");
    }

    private static String refusal(String page) {
        return Bodies.refusal(Format.HTML, Bodies.utf8(page), null, FEW);
    }

    @Test
    void anElementWithALongNameIsRefused() {
        byte[] page = ("<p>\n<" + "a".repeat(1 << 20) + ">").getBytes(StandardCharsets.UTF_8);

        assertThat(Bodies.refusal(Format.HTML, page, null))
                .isEqualTo("line 2, column 1: the name of an element with more than 65536 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ks_c_5601-1987", "euc_kr", "EUC-KR"})
    void aCharsetWithALowLineInItsNameIsKnown(String name) throws FormatException {
        byte[] page = "<meta charset=%s><p>한국".formatted(name).getBytes(Charset.forName("euc-kr"));

        assertThat(read(page, null).body().text()).isEqualTo("한국");
    }
}
