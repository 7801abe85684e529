package dev.medley.format;

import static dev.medley.format.Bodies.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class XmlTreeTest {

    static Stream<Arguments> documents() {
        return Stream.of(
                arguments("<a/>", "{'a':''}"),
                arguments("<a></a>", "{'a':''}"),
                arguments("<a> \n </a>", "{'a':''}"),
                arguments("<a>\n  one\n two\t</a>", "{'a':'one\\n two'}"),
                arguments("<a>\u00A0x\u00A0</a>", "{'a':'\u00A0x\u00A0'}"),
                arguments("<a>1 &lt; 2 &amp;&#x20;&#228;</a>", "{'a':'1 < 2 & ä'}"),
                arguments("<a>x<![CDATA[ <b>&amp;]]></a>", "{'a':'x <b>&amp;'}"),
                arguments("<a>x\r\ny\rz</a>", "{'a':'x\\ny\\nz'}"),
                arguments("<a x=\"1\" y='&quot;'/>", "{'a':{'@x':'1','@y':'\\\"'}}"),
                arguments("<a x=\"1\"> t </a>", "{'a':{'@x':'1','#text':'t'}}"),
                arguments("<a x=\" 1\n2\"/>", "{'a':{'@x':' 1 2'}}"),
                arguments("<a><b/><c>1</c></a>", "{'a':{'b':'','c':'1'}}"),
                arguments("<a><b>1</b><c/><b>2</b><b x='3'/></a>", "{'a':{'b':['1','2',{'@x':'3'}],'c':''}}"),
                arguments("<a><b/><b/></a>", "{'a':{'b':['','']}}"),
                arguments("<a>one <b>two</b> three</a>", "{'a':{'b':'two','#text':'one  three'}}"),
                arguments("<a><a><a>1</a></a></a>", "{'a':{'a':{'a':'1'}}}"),
                arguments("<a b='1'><b>2</b></a>", "{'a':{'@b':'1','b':'2'}}"),
                arguments("<!-- c --><?pi d?>\n<a>1<!-- 2 -->3<?pi 4?></a><!-- e -->", "{'a':'13'}"),
                arguments("<?xml version='1.0' encoding='utf-8' standalone='yes'?><a/>", "{'a':''}"),
                arguments(
                        "<s:a xmlns='d' xmlns:s='u' s:x='1' x='2' xml:lang='de'><s:b/><b/></s:a>",
                        "{'a':{'@xmlns':'d','@xmlns:s':'u','@s:x':'1','@x':'2','@xml:lang':'de','s:b':'','b':''}}"),
                arguments("<s:a t:x='1'/>", "{'a':{'@t:x':'1'}}"),
                arguments("<s:a><s:b>1</s:b><t:c/><s:b>2</s:b></s:a>", "{'a':{'b':['1','2'],'c':''}}"),
                arguments("<s:a><s:b>1</s:b><t:b/> x </s:a>", "{'a':{'s:b':'1','t:b':'','#text':'x'}}"),
                arguments("<s:a><s:b s:b='1'/></s:a>", "{'a':{'b':{'@s:b':'1'}}}"),
                arguments(
                        "<offers page=\"1\"><offer><price>9.90</price></offer><offer id=\"7\"/><offer/></offers>",
                        "{'offers':{'@page':'1','offer':[{'price':'9.90'},{'@id':'7'},'']}}"));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void anElementIsItsTextOrAMap(String document, String tree) throws Exception {
        assertThat(Bodies.read(Format.XML, utf8(document), "application/xml")).isEqualTo(tree.replace('\'', '"'));
    }

    @Test
    void theTreeCanBeChangedAndHasTheOrderOfTheDocument() throws Exception {
        Object tree = Bodies.tree(Format.XML, utf8("<r><z/><a>1</a><z>2</z></r>"), null, JsonLimits.DEFAULT);

        assertThat(tree).extracting("r").isExactlyInstanceOf(LinkedHashMap.class);
        assertThat(tree).extracting("r.z").isExactlyInstanceOf(ArrayList.class);
        assertThat(Json.of(tree)).hasToString("{\"r\":{\"z\":[\"\",\"2\"],\"a\":\"1\"}}");
    }

    @Test
    void textIsWholeWhereverTheParserDividesIt() throws Exception {
        for (int length = 8_100; length < 8_300; length++) {
            String begin = "x".repeat(length);
            String document = "<a>" + begin + "&lt;\r\n<![CDATA[]&]]>\uD83D\uDE00&#10;y</a>";

            Object tree = Bodies.tree(Format.XML, utf8(document), null, JsonLimits.DEFAULT);

            assertThat(tree).isEqualTo(Map.of("a", begin + "<\n]&\uD83D\uDE00\ny"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "iso-8859-1 | <?xml version='1.0' encoding='ISO-8859-1'?><a>ä</a>       | application/xml",
                "iso-8859-1 | <a>ä</a>                                                 | text/xml;charset=iso-8859-1",
                "iso-8859-1 | <?xml version='1.0' encoding='utf-8'?><a>ä</a>           | text/xml;charset=iso-8859-1",
                "utf-8      | <?xml version='1.0' encoding=\"utf-8\" ?><a>ä</a>        | application/xml",
                "utf-8      | <?xml version='1.0'?><a encoding='utf-16'>ä</a>          | application/xml",
                "utf-8      | <a>ä</a>                                                 | application/xml",
                "utf-8      | \uFEFF<a>ä</a>                                           | text/xml;charset=iso-8859-1",
                "utf-8      | \uFEFF<?xml version='1.0' encoding='latin1'?><a>ä</a>    | application/xml",
                "utf-16     | <?xml version='1.0' encoding='UTF-16'?><a>ä</a>          | application/xml",
                "utf-16le   | \uFEFF<a>ä</a>                                           | application/xml",
                "utf-16le   | <?xml version='1.0' encoding='UTF-16'?><a>ä</a>          | application/xml",
                "utf-16be   | <?xml version='1.0' encoding='UTF-16'?><a>ä</a>          | application/xml",
                "shift_jis  | <?xml version='1.0' encoding='Shift_JIS'?><a>日本</a>     | application/xml"
            })
    void theCharsetIsThatOfTheMarkTheContentTypeOrTheDeclaration(String charset, String document, String contentType)
            throws Exception {
        String tree = Bodies.read(Format.XML, document.getBytes(Charset.forName(charset)), contentType);

        assertThat(tree).containsAnyOf("ä\"}", "日本\"}");
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments("", "line 1, column 1: Premature end of file."),
                arguments(" \n", "line 2, column 1: Premature end of file."),
                arguments("{}", "line 1, column 1: Content is not allowed in prolog."),
                arguments("<a>\n<b></a>", "line 2, column 6: The element type \"b\" must be terminated"),
                arguments("<a/>\n<b/>", "line 2, column 2: The markup in the document following the root element"),
                arguments("<a/>x", "line 1, column 5: Content is not allowed in trailing section."),
                arguments("<a>", "line 1, column 4: XML document structures must start and end"),
                arguments("<a b='1' b='2'/>", "line 1, column 15: Attribute \"b\" was already specified"),
                arguments("<a s:b='1' s:b='2'/>", "line 1, column 19: Attribute \"s:b\" was already specified"),
                arguments("<a>\u0001</a>", "line 1, column 4: An invalid XML character (Unicode: 0x1)"),
                arguments("<a>&nbsp;</a>", "line 1, column 10: The entity \"nbsp\" was referenced, but not declared."),
                arguments(
                        "<a b='&nbsp;'/>", "line 1, column 13: The entity \"nbsp\" was referenced, but not declared."),
                arguments("<a>&#0;</a>", "line 1, column 8: Character reference \"&#0\" is an invalid XML character."),
                arguments("<a><!-- ", "line 1, column 9: XML document structures must start and end"),
                arguments("<!--", "line 1, column 5: XML document structures must start and end"),
                arguments("<?xml version='1.0'", "line 1, column 20: XML document structures must start and end"),
                arguments("<a b='%\r<'", "line 2: The value of attribute \"b\""),
                arguments(
                        "<?xml version='1.1'?>\u0085<a/>", "line 1, column 22: XML 1.1 is not supported; expected 1.0"),
                arguments("<?xml version='2.0'?><a/>", "line 1, column 20: XML version \"2.0\" is not supported"),
                arguments(
                        "<?xml version='1.0' encoding='UTF-16'?><a/>",
                        "the XML declaration has the charset UTF-16, but is not in it"),
                arguments(
                        "<?xml version='1.0' encoding='utf-9'?><a/>",
                        "the XML declaration has an unknown charset, 'utf-9'; expected one such as utf-8"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultIsNamedWithItsPlace(String document, String message) {
        assertThat(refusal(utf8(document))).startsWith(message);
    }

    @Test
    void bytesThatAreNotInTheCharsetAreRefused() {
        assertThat(refusal("<a>\n  ä</a>".getBytes(Charset.forName("iso-8859-1"))))
                .isEqualTo("line 2, column 3: bytes that are not in the charset UTF-8");
    }

    @Test
    void messagesHaveNoMoreThanAShortPieceOfTheDocument() {
        String name = "n".repeat(900);

        assertThat(refusal(utf8("<" + name + "></x>"))).doesNotContain("n".repeat(30));
        assertThat(refusal(utf8("<a " + name + "='' " + name + "=''/>"))).doesNotContain("n".repeat(30));
        assertThat(refusal(utf8("<a>&" + name + ";</a>"))).doesNotContain("n".repeat(30));
        assertThat(refusal(utf8("<?xml version='\"" + name + "'?><a/>"))).doesNotContain("n".repeat(80));
        assertThat(refusal(utf8("<?xml version='1.0' encoding='" + name + "'?><a/>")))
                .doesNotContain("n".repeat(80));
    }

    private static String refusal(byte[] document) {
        return Bodies.refusal(Format.XML, document, "application/xml");
    }
}
