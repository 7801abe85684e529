package dev.medley.exchange.internal.request;

import dev.medley.connection.RequestBody;
import dev.medley.format.SoapVersion;
import dev.medley.format.internal.CsvTable;
import dev.medley.format.internal.SoapEnvelope;
import dev.medley.format.internal.XmlWriter;
import dev.medley.json.Json;
import dev.medley.setting.internal.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The bodies of requests in other formats than JSON. */
public final class WrittenBody {

    private WrittenBody() {}

    /**
     * Returns the body of an XML document.
     *
     * @throws IllegalArgumentException if it cannot be written
     */
    public static RequestBody xml(Map<String, ?> document) {
        try {
            return RequestBody.of("application/xml", XmlWriter.document(document, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException x) {
            throw refused(x);
        }
    }

    /**
     * Returns the body of a CSV document.
     *
     * @throws IllegalArgumentException if it cannot be written
     */
    public static RequestBody csv(List<? extends Map<String, ?>> rows) {
        try {
            return RequestBody.of("text/csv;charset=utf-8", CsvTable.write(rows).getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException x) {
            throw refused(x);
        }
    }

    /**
     * Returns the body of an envelope of SOAP.
     *
     * @throws IllegalArgumentException if it cannot be written, or the action cannot be sent
     */
    public static RequestBody soap(SoapVersion version, String action, Map<String, ?> content) {
        if (!SoapEnvelope.isAction(action)) {
            throw new IllegalArgumentException(
                    "%s is not an action of SOAP; expected printable ASCII characters without blanks, \" and \\"
                            .formatted(InvalidValueException.quoted(action)));
        }
        try {
            return RequestBody.of(
                    SoapEnvelope.type(version, action), SoapEnvelope.of(version, "", SoapEnvelope.elements(content)));
        } catch (IllegalArgumentException x) {
            throw refused(x);
        }
    }

    /**
     * Returns the body of a request of GraphQL.
     *
     * @throws IllegalArgumentException if the variables cannot be a document
     */
    public static RequestBody graphQl(String query, Map<String, ?> variables) {
        return RequestBody.of(
                "application/json",
                Json.of(Map.of("query", query, "variables", variables)).bytes());
    }

    private static IllegalArgumentException refused(IllegalArgumentException fault) {
        return new IllegalArgumentException("the body " + fault.getMessage(), fault);
    }
}
