package dev.medley.format;

import static dev.medley.format.Bodies.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.json.JsonLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SoapTreeTest {

    private static final Format<Map<String, Object>> SOAP_11 = Format.soap(SoapVersion.V1_1);
    private static final Format<Map<String, Object>> SOAP_12 = Format.soap(SoapVersion.V1_2);

    @Test
    void theValueIsTheContentOfTheBody() throws FormatException {
        String body = "<soap:Header><x/></soap:Header>"
                + "<soap:Body soap:encodingStyle='e'><p:price xmlns:p='urn:p'><p:amount>9.90</p:amount></p:price><b/></soap:Body>";
        for (SoapVersion version : SoapVersion.values()) {
            assertThat(Format.soap(version).read(content(envelope(version, body))))
                    .isEqualTo(Map.of("price", Map.of("@xmlns:p", "urn:p", "amount", "9.90"), "b", ""));
        }
    }

    @Test
    void theEnvelopeMayHaveAnyPrefixOrNone() throws FormatException {
        for (String open : List.of("<Envelope xmlns='%s'><Body>", "<e:Envelope xmlns:e='%s'><e:Body>")) {
            String close = open.startsWith("<E") ? "</Body></Envelope>" : "</e:Body></e:Envelope>";
            String envelope = open.formatted(SoapVersion.V1_1.namespace()) + "<a>1</a>" + close;

            assertThat(SOAP_11.read(content(envelope))).isEqualTo(Map.of("a", "1"));
        }
        assertThat(SOAP_11.read(content(envelope(SoapVersion.V1_1, "<soap:Body/>"))))
                .isEmpty();
    }

    @Test
    void anElementMayBeAListEvenIfThereIsOne() throws FormatException {
        assertThat(Format.soap(SoapVersion.V1_2, "a")
                        .read(content(envelope(SoapVersion.V1_2, "<soap:Body><a>1</a></soap:Body>"))))
                .isEqualTo(Map.of("a", List.of("1")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "soap:Client | true",
                "soap:Server | false",
                "Client.Auth | true",
                "p:Odd | false",
                "soap:MustUnderstand | true"
            })
    void aFaultOfSoap11HasItsCodeItsReasonAndWhoIsToBlame(String code, boolean isOfRequest) {
        PartnerFault fault = fault(
                SOAP_11,
                SoapVersion.V1_1,
                "<faultcode>%s</faultcode><faultstring xml:lang='en'>no\n such price</faultstring>".formatted(code));

        assertThat(fault).isEqualTo(new PartnerFault(code, "no such price", isOfRequest));
        assertThat(fault).hasToString(code + ": no such price");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"soap:Sender | true", "soap:Receiver | false", "soap:DataEncodingUnknown | false"})
    void aFaultOfSoap12HasItsCodesItsFirstReasonAndWhoIsToBlame(String code, boolean isOfRequest) {
        PartnerFault fault = fault(SOAP_12, SoapVersion.V1_2, """
                <soap:Code><soap:Value>%s</soap:Value><soap:Subcode><soap:Value>p:Late</soap:Value></soap:Subcode></soap:Code>
                <soap:Reason><soap:Text xml:lang='en'>too late</soap:Text><soap:Text xml:lang='de'>zu spät</soap:Text></soap:Reason>
                """.formatted(code));

        assertThat(fault).isEqualTo(new PartnerFault(code + " p:Late", "too late", isOfRequest));
    }

    @Test
    void theTextsOfAFaultAreShort() {
        PartnerFault fault = fault(
                SOAP_11,
                SoapVersion.V1_1,
                "<faultcode>%s</faultcode><faultstring>%s</faultstring>"
                        .formatted("c".repeat(9999), "r".repeat(1 << 20)));

        assertThat(fault.code()).hasSize(103);
        assertThat(fault.reason()).hasSize(303).endsWith("...");
    }

    @Test
    void anElementOfAServiceThatIsCalledFaultIsNone() throws FormatException {
        String body = "<soap:Body><Fault><line>7</line></Fault></soap:Body>";

        assertThat(SOAP_11.read(content(envelope(SoapVersion.V1_1, body))))
                .isEqualTo(Map.of("Fault", Map.of("line", "7")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<soap:Fault/>",
                "<soap:Fault>text</soap:Fault>",
                "<soap:Fault><detail>x</detail></soap:Fault>",
                "<f:Fault xmlns:f='http://schemas.xmlsoap.org/soap/envelope/'><line>7</line></f:Fault>",
                "<soap:Fault/><soap:Fault/>",
                "<x:Fault xmlns:x='urn:x'/><soap:Fault/>",
                "<a/><soap:Fault/>"
            })
    void aFaultWithoutACodeIsOneByItsNamespace(String elements) {
        Content content = content(envelope(SoapVersion.V1_1, "<soap:Body>" + elements + "</soap:Body>"));

        assertThatThrownBy(() -> SOAP_11.read(content)).isInstanceOf(FaultException.class);
        assertThat(SOAP_11.fault(content)).isEqualTo(new PartnerFault("", "", false));
    }

    @Test
    void aFaultOfTheOtherVersionHasItsCodeAndItsReason() {
        PartnerFault in11 = fault(SOAP_11, SoapVersion.V1_1, """
                <soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code>
                <soap:Reason><soap:Text xml:lang='en'>too late</soap:Text></soap:Reason>""");
        PartnerFault in12 =
                fault(SOAP_12, SoapVersion.V1_2, "<faultcode>soap:Server</faultcode><faultstring>down</faultstring>");

        assertThat(in11).isEqualTo(new PartnerFault("soap:Sender", "too late", true));
        assertThat(in12).isEqualTo(new PartnerFault("soap:Server", "down", false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Envelope", "Body", "Fault", "Code", "Value", "Reason", "Text", "faultcode"})
    void namesOfListsDoNotHideAFault(String list) {
        String in12 = "<soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code>"
                + "<soap:Reason><soap:Text xml:lang='en'>too late</soap:Text></soap:Reason>";
        String in11 = "<faultcode>Client</faultcode><faultstring>too late</faultstring>";

        assertThat(fault(Format.soap(SoapVersion.V1_2, list), SoapVersion.V1_2, in12))
                .isEqualTo(new PartnerFault("soap:Sender", "too late", true));
        assertThat(fault(Format.soap(SoapVersion.V1_1, list), SoapVersion.V1_1, in11))
                .isEqualTo(new PartnerFault("Client", "too late", true));
    }

    @Test
    void aBodyWithoutAFaultHasNone() {
        assertThat(SOAP_11.fault(content(envelope(SoapVersion.V1_1, "<soap:Body/>"))))
                .isNull();
        assertThat(SOAP_11.fault(content("<html>500</html>"))).isNull();
        assertThat(SOAP_11.fault(content("Internal Server Error"))).isNull();
        assertThat(SOAP_11.fault(new Content(new byte[0], null))).isNull();
        assertThat(Format.XML.fault(content("<a/>"))).isNull();
        assertThat(Format.XML.hasFaults()).isFalse();
    }

    @Test
    void theCharsetIsThatOfTheHeadOrOfTheDocument() throws FormatException {
        String envelope = envelope(SoapVersion.V1_1, "<soap:Body><name>Zoë</name></soap:Body>");
        byte[] declared =
                ("<?xml version='1.0' encoding='ISO-8859-1'?>" + envelope).getBytes(StandardCharsets.ISO_8859_1);
        byte[] undeclared = envelope.getBytes(StandardCharsets.ISO_8859_1);

        assertThat(SOAP_11.read(new Content(declared, "text/xml"))).isEqualTo(Map.of("name", "Zoë"));
        assertThat(SOAP_11.read(new Content(undeclared, "text/xml; charset=iso-8859-1")))
                .isEqualTo(Map.of("name", "Zoë"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "<a/> | the root element is a; expected an Envelope of SOAP 1.1",
                "<html><body>x</body></html> | the root element is html; expected an Envelope of SOAP 1.1",
                "<Envelope/> | the root element is Envelope; expected an Envelope of SOAP 1.1",
                "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body/></s:Envelope> | the envelope is of SOAP 1.2; expected 1.1",
                "<s:Envelope xmlns:s='urn:x'><s:Body/></s:Envelope> | the Envelope is not in the namespace http://schemas.xmlsoap.org/soap/envelope/ of SOAP 1.1",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'/> | the envelope has no Body; expected one Body",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/><s:Body/></s:Envelope> | the envelope has several elements Body; expected one Body",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>x</s:Body></s:Envelope> | its Body has text; expected elements",
            })
    void whatIsNoEnvelopeOfTheVersionIsRefused(String document, String fault) {
        assertThat(Bodies.refusal(SOAP_11, utf8(document), "text/xml")).isEqualTo(fault);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"multipart/related; type=\"application/xop+xml\"; boundary=b", "Multipart/Related;boundary=b"})
    void attachmentsAreRefused(String type) {
        byte[] body = utf8("--b\r\nContent-Type: application/xop+xml\r\n\r\n<a/>\r\n--b--");

        assertThat(Bodies.refusal(SOAP_11, body, type))
                .isEqualTo(
                        "it has attachments, as its content type multipart/... says (MTOM, SwA), which are not supported;"
                                + " expected an envelope alone");
        assertThat(SOAP_11.fault(new Content(body, type))).isNull();
    }

    @Test
    void aDoctypeIsRefused() {
        String bomb = "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]>"
                + envelope(SoapVersion.V1_1, "<soap:Body>&c;</soap:Body>");

        assertThat(Bodies.refusal(SOAP_11, utf8(bomb), null)).endsWith("a DOCTYPE is not allowed");
        assertThat(SOAP_11.fault(content(bomb))).isNull();
    }

    @Test
    void oneLineOf16MebibytesIsReadAndManyElementsAreRefused() throws FormatException {
        String line = "x".repeat(16 << 20);
        assertThat(SOAP_11.read(content(envelope(SoapVersion.V1_1, "<soap:Body><a>" + line + "</a></soap:Body>"))))
                .isEqualTo(Map.of("a", line));

        byte[] elements = utf8(envelope(SoapVersion.V1_1, "<soap:Body>" + "<a/>".repeat(1000) + "</soap:Body>"));
        assertThat(Bodies.refusal(SOAP_11, elements, null, new JsonLimits(1000, 1000)))
                .endsWith("more than 1000 elements, attributes and texts");
    }

    private static PartnerFault fault(Format<?> format, SoapVersion version, String fault) {
        Content content = content(envelope(version, "<soap:Body><soap:Fault>" + fault + "</soap:Fault></soap:Body>"));
        FaultException thrown = catchThrowableOfType(FaultException.class, () -> format.read(content));
        assertThat(format.fault(content)).isEqualTo(thrown.fault());
        return thrown.fault();
    }

    private static Content content(String text) {
        return new Content(utf8(text), null);
    }

    private static String envelope(SoapVersion version, String content) {
        return "<soap:Envelope xmlns:soap='%s'>%s</soap:Envelope>".formatted(version.namespace(), content);
    }
}
