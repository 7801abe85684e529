package dev.medley.format;

import static dev.medley.format.Bodies.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A DOCTYPE is refused, and nothing that a document refers to is read from a file or over the network. */
class XmlDoctypeTest {

    private static final String SECRET = "the content of a file";

    @TempDir
    Path folder;

    /** Listens; a connection waits in its queue until it is accepted. */
    private ServerSocketChannel port;

    private Path file;

    @BeforeEach
    void listen() throws IOException {
        port = ServerSocketChannel.open();
        port.configureBlocking(false);
        port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        file = Files.writeString(folder.resolve("secret.txt"), SECRET);
    }

    @AfterEach
    void close() throws IOException {
        port.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE a SYSTEM 'URL'><a/>",
                "<!DOCTYPE a PUBLIC '-//X//Y' 'URL'><a/>",
                "<!DOCTYPE a [<!ENTITY x SYSTEM 'URL'>]><a>&x;</a>",
                "<!DOCTYPE a [<!ENTITY x SYSTEM 'URL'>]><a b='&x;'/>",
                "<!DOCTYPE a [<!ENTITY % x SYSTEM 'URL'> %x;]><a/>",
                "<!DOCTYPE a [<!NOTATION n SYSTEM 'URL'><!ENTITY x SYSTEM 'URL' NDATA n>]><a/>",
                "<?xml version='1.0' standalone='no'?>\n<!-- - --> <?pi d?>\n\t<!DOCTYPE a SYSTEM 'URL'><a/>"
            })
    void whatADoctypeRefersToIsNotRead(String document) throws IOException {
        for (String url : urls()) {
            assertThat(refusal(document.replace("URL", url)))
                    .endsWith(": a DOCTYPE is not allowed")
                    .doesNotContain(SECRET);
        }
        assertThat(port.accept()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<?xml-stylesheet href='URL'?><a/>",
                "<a xmlns='URL' xml:base='URL'/>",
                "<a xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='URL' parse='text'/></a>",
                "<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:noNamespaceSchemaLocation='URL'/>"
            })
    void whatADocumentRefersToIsNotRead(String document) throws Exception {
        for (String url : urls()) {
            assertThat(Bodies.read(Format.XML, utf8(document.replace("URL", url)), null))
                    .doesNotContain(SECRET);
        }
        assertThat(port.accept()).isNull();
    }

    /** Of the file and of the port, in the forms that parsers know. */
    private List<String> urls() throws IOException {
        InetSocketAddress address = (InetSocketAddress) port.getLocalAddress();
        String host = "127.0.0.1:" + address.getPort();
        return Stream.concat(
                        Stream.of("http", "ftp", "jar:http").map(scheme -> scheme + "://" + host + "/x.jar!/x"),
                        Stream.of(file.toUri().toString(), file.toString()))
                .toList();
    }

    @Test
    void aConnectionToThePortWouldBeSeen() throws IOException {
        try (SocketChannel client = SocketChannel.open(port.getLocalAddress());
                SocketChannel accepted = port.accept()) {
            assertThat(client.isConnected()).isTrue();
            assertThat(accepted).isNotNull();
        }
    }

    @Test
    void entitiesThatExpandAreNotDefined() {
        StringBuilder laughs = new StringBuilder("<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY e0 'ha'>");
        for (int i = 1; i < 100; i++) {
            laughs.append(
                    "<!ENTITY e%d '%s'>".formatted(i, "&e%d;".formatted(i - 1).repeat(10)));
        }
        String once = "<!DOCTYPE a [<!ENTITY e '" + "ha".repeat(100_000) + "'>]><a>" + "&e;".repeat(100_000) + "</a>";

        assertThat(refusal(laughs + "]><a>&e99;</a>")).isEqualTo("line 2, column 1: a DOCTYPE is not allowed");
        assertThat(refusal(once)).isEqualTo("line 1, column 1: a DOCTYPE is not allowed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<!DOCTYPE html><html/>                         | 1",
                "<!DOCTYPE                                      | 1",
                "<!DOCTYPE a [ <!ENTITY                         | 1",
                "<!-- <!DOCTYPE b> --><!DOCTYPE a><a/>          | 22",
                "<?p <!DOCTYPE b> ?> <!DOCTYPE a><a/>           | 21",
                "<?xml version='1.0'?><!----><!DOCTYPE a>       | 29"
            })
    void aDoctypeIsNamedWithItsPlace(String document, int column) {
        assertThat(refusal(document)).isEqualTo("line 1, column %d: a DOCTYPE is not allowed", column);
    }

    @Test
    void aDoctypeInAnyCharsetIsRefused() {
        for (String charset : List.of("utf-8", "utf-16", "utf-16le", "utf-32be", "ibm037")) {
            byte[] document = "<!DOCTYPE a><a/>".getBytes(Charset.forName(charset));

            assertThat(Bodies.refusal(Format.XML, document, "text/xml;charset=" + charset))
                    .isEqualTo("line 1, column 1: a DOCTYPE is not allowed");
        }
    }

    @Test
    void aDoctypeOfXml11IsNotRead() throws IOException {
        for (String url : urls()) {
            assertThat(refusal("<?xml version='1.1'?>\u0085\u2028<!DOCTYPE a SYSTEM '" + url + "'><a/>"))
                    .isEqualTo("line 1, column 22: XML 1.1 is not supported; expected 1.0");
        }
        assertThat(port.accept()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a/><!DOCTYPE a>", "<a><!DOCTYPE a></a>", "<!doctype a><a/>", "x<!DOCTYPE a><a/>"})
    void aDoctypeInAnotherPlaceIsNotWellFormed(String document) {
        assertThat(refusal(document)).startsWith("line 1, column ");
    }

    @Test
    void aTextThatLooksLikeADoctypeIsAText() throws Exception {
        assertThat(Bodies.read(Format.XML, utf8("<a><![CDATA[<!DOCTYPE a>]]></a>"), null))
                .isEqualTo("{\"a\":\"<!DOCTYPE a>\"}");
    }

    private static String refusal(String document) {
        return Bodies.refusal(Format.XML, utf8(document), "application/xml");
    }
}
