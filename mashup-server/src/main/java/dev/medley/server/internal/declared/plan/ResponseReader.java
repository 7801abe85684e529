package dev.medley.server.internal.declared.plan;

import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.json.JsonLimits;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declaration.CsvSeparator;
import dev.medley.server.internal.declaration.ResponseFormat;
import dev.medley.server.internal.declared.format.FormatException;
import dev.medley.server.internal.declared.format.ResponseTree;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.Result;
import dev.medley.thread.internal.Clock;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the value of a response. Immutable.
 *
 * @param format of it
 * @param separator of the values of CSV
 * @param check of JSON; null for none
 */
public record ResponseReader(
        ResponseFormat format,
        CsvSeparator separator,
        @Nullable ResponseCheck check) {

    private static final Logger LOG = LoggerFactory.getLogger(ResponseReader.class);
    private static final String CONTENT_ENCODING = "Content-Encoding";

    /** Returns whether a loop may read: JSON has been checked, and is parsed when an expression needs it. */
    boolean isLight() {
        return format == ResponseFormat.JSON && check == null;
    }

    /**
     * Returns the result of a response.
     *
     * @throws ProblemException if it is not of the format, or does not match the schema
     */
    Result read(DefaultExchange exchange, PartnerResponse response, Clock clock) {
        if (response.status() == HttpStatus.PARTIAL_CONTENT_206
                && !HeaderFields.contain(exchange.request().headers(), "Range")) {
            throw notOfFormat(
                    exchange, "it is a part of it (status 206); expected all of it, because no Range was requested");
        }
        if (format == ResponseFormat.JSON) {
            Document document = jsonOf(response);
            if (document != null && check != null && response.isSuccess()) {
                String refusal = check.refusal(exchange, document.json(), clock);
                if (refusal != null) {
                    throw refused(exchange, "the response is refused: " + refusal);
                }
            }
            return Result.completed(document, exchange);
        }
        if (!response.isSuccess() || hasNoValue(response)) {
            return Result.completed(null, exchange);
        }
        if (isCoded(response.head())) {
            throw notOfFormat(
                    exchange, "it has a Content-Encoding; expected none, or one that decompress of the partner undoes");
        }
        try {
            PartnerSettings settings = exchange.destination().settings();
            String type = response.head().header("Content-Type");
            JsonLimits limits = new JsonLimits(
                    settings.limits().maxJsonNames(), settings.limits().maxJsonTokens());
            Object tree = format == ResponseFormat.CSV
                    ? ResponseTree.readCsv(response.body(), separator, type, limits)
                    : ResponseTree.read(format, response.body(), type, limits);
            return Result.completed(Document.ofTree(tree), exchange);
        } catch (FormatException x) {
            throw notOfFormat(exchange, x.getMessage());
        }
    }

    private ProblemException notOfFormat(DefaultExchange exchange, String fault) {
        return refused(exchange, "the response is not %s: %s".formatted(format.configured(), fault));
    }

    private static ProblemException refused(DefaultExchange exchange, String fault) {
        return new ProblemException(new Problem(
                Status.BAD_GATEWAY,
                "partner %s: %s".formatted(exchange.partner(), fault),
                exchange.partner(),
                exchange.state().label()));
    }

    /**
     * Whether the bytes are compressed, and by nothing that has been undone: text and CSV can be read of any bytes, and what is
     * read is not what was meant. No compressed bytes are JSON.
     */
    private static boolean isCoded(ResponseHead head) {
        return head.header(CONTENT_ENCODING) != null
                && head.headers().stream()
                        .filter(header -> header.name().equalsIgnoreCase(CONTENT_ENCODING))
                        .flatMap(header -> Stream.of(header.value().split(",", -1)))
                        .map(String::strip)
                        .anyMatch(coding -> !coding.isEmpty() && !coding.equalsIgnoreCase("identity"));
    }

    /** Whether a partner that did what it was asked has no value for it: an empty body is one of CSV and of text, unless the status denies it. */
    private boolean hasNoValue(PartnerResponse response) {
        return HttpStatus.hasNoBody(response.status()) || (response.body().length == 0 && format == ResponseFormat.XML);
    }

    /** An accepted status that is not 2xx need not come with a document; one of 2xx without a body has no value. */
    private static @Nullable Document jsonOf(PartnerResponse response) {
        if (response.body().length == 0) {
            return null;
        }
        if (response.isSuccess()) {
            return Document.of(response.json());
        }
        try {
            return Document.of(response.json());
        } catch (ExchangeException x) {
            LOG.debug("a response of an accepted status is not a document", x);
            return null;
        }
    }
}
