package dev.medley.server.internal.trial;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.format.SoapVersion;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import dev.medley.server.internal.declaration.ExchangeContent;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declaration.MashupDeclaration;
import dev.medley.server.internal.declaration.ResponseFormat;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * The answers of stubs to the exchanges of one declared mashup: their examples. A header field, which no partner but a stub is sent,
 * tells the exchange; its path alone would not, because another one may have an equal request. Immutable.
 */
final class Examples {

    private static final String FIELD = "Medley-Exchange";
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(10);

    private final Map<String, StubAnswer> answers;

    private Examples(Map<String, StubAnswer> answers) {
        this.answers = answers;
    }

    /** Returns {@code given} with the field in each request of its declared mashups. */
    static Configuration named(Configuration given) {
        List<MashupDeclaration> all = given.declarations(MashupDeclaration.class);
        List<MashupDeclaration> declarations = new ArrayList<>();
        for (MashupDeclaration mashup : all) {
            String prefix = declarations.size() + "/";
            declarations.add(mashup.withExchanges(mashup.exchanges().stream()
                    .map(exchange -> exchange.withHeader(new NamedText(
                            LocatedText.of(FIELD, FIELD),
                            LocatedText.of(FIELD, prefix + exchange.name().text()))))
                    .toList()));
        }
        return new Configuration(
                given.server(),
                given.partners(),
                given.given(),
                given.files(),
                given.callers(),
                given.quotas(),
                given.mashups(),
                declarations,
                given.settings(),
                given.topics());
    }

    /**
     * Returns the examples of a mashup.
     *
     * @param method of the request, because those of a path may have declarations of their own
     * @throws ConfigurationException with each exchange that has none, and its place
     * @throws IllegalArgumentException if the mashup is not a declared one
     */
    static Examples of(Configuration configuration, String template, String method) {
        List<MashupDeclaration> ofPath = configuration.declarations(MashupDeclaration.class).stream()
                .filter(each -> each.path().text().equals(template))
                .toList();
        // A method that none has is refused by the server, before any exchange.
        MashupDeclaration mashup = ofPath.stream()
                .filter(each -> answers(each, method))
                .findFirst()
                .or(() -> ofPath.stream().findFirst())
                .orElseThrow(() -> new IllegalArgumentException(
                        ("--mock is for declared mashups, which have examples; %s is not one;"
                                        + " expected its partners, or a recording for 'medley replay'")
                                .formatted(template)));
        List<String> problems = new ArrayList<>();
        Map<String, StubAnswer> answers = new HashMap<>();
        add(mashup, configuration.declarations(MashupDeclaration.class), answers, problems);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return new Examples(answers);
    }

    /** Adds the answers to a mashup, and to those whose snapshots it reads: they run for it. */
    private static void add(
            MashupDeclaration mashup,
            List<MashupDeclaration> all,
            Map<String, StubAnswer> answers,
            List<String> problems) {
        for (ExchangeDeclaration each : mashup.exchanges()) {
            LocatedText snapshot = each.snapshot();
            if (snapshot != null) {
                all.stream()
                        .filter(other -> other.path().text().equals("/" + snapshot.text()))
                        .forEach(other -> add(other, all, answers, problems));
                continue;
            }
            ExchangeDeclaration.Example example = each.example();
            if (example == null) {
                problems.add(each.name().problem("has no example; expected one, in place of the partner's response"));
            } else if (example.delay().compareTo(LONGEST_DELAY) > 0) {
                problems.add(each.name().problem("has an example.delay of more than 10m; expected less"));
            } else {
                boolean isPassed = each.name().equals(mashup.reply().pass());
                answers.put(
                        all.indexOf(mashup) + "/" + each.name().text(), answer(example, isPassed ? null : type(each)));
            }
        }
    }

    private static boolean answers(MashupDeclaration mashup, String method) {
        return mashup.methods().stream()
                .map(Enum::name)
                .anyMatch(each -> each.equals(method) || (each.equals("GET") && method.equals("HEAD")));
    }

    /** One that is passed on has no format. */
    private static StubAnswer answer(ExchangeDeclaration.Example example, @Nullable String type) {
        byte[] body = example.body().text().getBytes(StandardCharsets.UTF_8);
        StubAnswer answer = body.length == 0 || HttpStatus.hasNoBody(example.status())
                ? StubAnswer.status(example.status())
                : StubAnswer.body(example.status(), type == null ? type(formatOf(body)) : type, body);
        return answer.delay(example.delay());
    }

    private static ResponseFormat formatOf(byte[] body) {
        try {
            Json.parse(body, JsonLimits.DEFAULT);
            return ResponseFormat.JSON;
        } catch (MalformedJsonException x) {
            return ResponseFormat.TEXT;
        }
    }

    private static String type(ExchangeDeclaration exchange) {
        ExchangeContent.Soap soap = exchange.content().soap();
        if (soap != null) {
            return soap.version() == SoapVersion.V1_1 ? "text/xml;charset=utf-8" : "application/soap+xml;charset=utf-8";
        }
        return exchange.content().graphQl() == null
                ? type(exchange.format())
                : "application/graphql-response+json;charset=utf-8";
    }

    private static String type(ResponseFormat format) {
        return switch (format) {
            case JSON -> "application/json";
            case XML -> "application/xml";
            case CSV -> "text/csv;charset=utf-8";
            case TEXT -> "text/plain;charset=utf-8";
            case HTML -> "text/html;charset=utf-8";
            // The body of a feed tells which it is.
            case FEED -> "application/xml;charset=utf-8";
        };
    }

    /** Returns the answer to a request. */
    StubAnswer answer(RecordedRequest request) {
        StubAnswer answer = answers.get(String.valueOf(request.header(FIELD)));
        return answer == null ? StubAnswer.status(HttpStatus.NOT_IMPLEMENTED_501) : answer;
    }
}
