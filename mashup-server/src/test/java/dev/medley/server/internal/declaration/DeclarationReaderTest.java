package dev.medley.server.internal.declaration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ForwardedField;
import dev.medley.config.internal.document.LocatedText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeclarationReaderTest {

    @Test
    void aDeclaredMashupHasDefaults() {
        MashupDeclaration mashup = onlyOf("mashups: {/trip: {exchanges: {weather: {path: /w}}}}");

        assertThat(mashup.path().text()).isEqualTo("/trip");
        assertThat(mashup.methods()).containsExactly(RequestMethod.GET);
        assertThat(mashup.parameters()).isEmpty();
        ExchangeDeclaration weather = mashup.exchanges().get(0);
        assertThat(weather.partner().text()).isEqualTo("weather");
        assertThat(weather.method()).isEqualTo(RequestMethod.GET);
        assertThat(weather.format()).isEqualTo(ResponseFormat.JSON);
        assertThat(weather.concurrency()).isEqualTo(16);
        assertThat(weather.maxElements()).isEqualTo(256);
        assertThat(weather.optional()).isFalse();
        assertThat(weather.fallback().value()).isNull();
        assertThat(weather.example()).isNull();
        assertThat(mashup.reply().body()).isNull();
        assertThat(mashup.reply().merge()).isEmpty();
    }

    @Test
    void eachKeyIsRead() {
        MashupDeclaration mashup = onlyOf("""
                mashups:
                  /trip/{city}:
                    summary: A trip
                    methods: [POST, PUT]
                    parameters:
                      city: {pattern: '[A-Z]+', description: a name}
                      n: {in: header, type: number, required: true, min: 0.5, max: 3}
                      sort: {one-of: [price, stars], default: price}
                    exchanges:
                      w:
                        partner: '{$partners[0]}'
                        path: /w
                        query: {units: metric}
                        headers: {X-A: '{$index}'}
                        body: '{"a": 1}'
                        format: xml
                        timeout: 1s
                        accept: [404]
                        pass-status: [409, 410]
                        needs: [v]
                        when: true
                        for-each: '[1,2]'
                        concurrency: 3
                        max-elements: 9
                        optional: true
                        fallback: {value: '[]', stale: 10m}
                        example: {status: 201, body: '<a/>', delay: 5ms}
                      v: {path: /v, method: DELETE, fallback: {exchange: u}}
                    reply:
                      merge: {b: $w, a: 1}
                      status: 201
                      headers: {X-B: b}
                      max-age: 60
                      type: application/hal+json
                      needs: [v]
                      manifest: how
                """);

        assertThat(mashup.summary()).isEqualTo("A trip");
        assertThat(mashup.methods()).containsExactly(RequestMethod.POST, RequestMethod.PUT);
        ParameterDeclaration n = mashup.parameters().get(1);
        assertThat(n.in()).isEqualTo(ParameterPlace.HEADER);
        assertThat(n.type()).isEqualTo(ParameterType.NUMBER);
        assertThat(n.min()).isEqualTo(new BigDecimal("0.5"));
        assertThat(mashup.parameters().get(2).oneOf()).containsExactly("price", "stars");
        ExchangeDeclaration w = mashup.exchanges().get(0);
        assertThat(w.method()).isEqualTo(RequestMethod.POST);
        assertThat(w.query().get(0).name().text()).isEqualTo("units");
        assertThat(w.headers().get(0).value().text()).isEqualTo("{$index}");
        assertThat(w.format()).isEqualTo(ResponseFormat.XML);
        assertThat(w.timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(w.accept()).containsExactly(404);
        assertThat(w.passStatus()).extracting(StatusRange::configured).containsExactly("409", "410");
        assertThat(w.needs()).extracting(LocatedText::text).containsExactly("v");
        assertThat(w.when()).hasToString("true");
        assertThat(w.fallback().stale()).isEqualTo(Duration.ofMinutes(10));
        assertThat(w.example())
                .extracting(ExchangeDeclaration.Example::status, ExchangeDeclaration.Example::delay)
                .containsExactly(201, Duration.ofMillis(5));
        ReplyDeclaration reply = mashup.reply();
        assertThat(reply.merge()).extracting(each -> each.name().text()).containsExactly("b", "a");
        assertThat(reply.status()).hasToString("201");
        assertThat(reply.manifest()).hasToString("how");
    }

    @Test
    void aTextKnowsItsPlace() {
        ExchangeDeclaration w = onlyOf("mashups:\n  /trip:\n    exchanges:\n      w: {path: '/a/{$x}'}\n")
                .exchanges()
                .get(0);

        assertThat(w.path().problem(4, "fault")).isEqualTo("medley.yaml:4:22: mashups./trip.exchanges.w.path: fault");
        assertThat(w.name().problem("fault")).isEqualTo("medley.yaml:4:7: mashups./trip.exchanges.w: fault");
    }

    @Test
    void twoReadingsAreEqualWhereverTheirLinesAre() {
        assertThat(onlyOf("\n\nmashups: {/trip: {exchanges: {w: {path: /w}}}}"))
                .isEqualTo(onlyOf("mashups:\n  /trip:\n    exchanges: {w: {path: /w}}"));
    }

    @Test
    void eachMethodMayHaveADeclarationOfItsOwn() {
        List<MashupDeclaration> declarations = read("""
                mashups:
                  /note/{id}:
                    summary: A note
                    parameters: {id: {type: integer}}
                    methods:
                      GET: {exchanges: {note: {path: /n}}}
                      POST: {summary: Saves it, parameters: {x: {}}, reply: {status: '204'}}
                """);

        assertThat(declarations)
                .extracting(MashupDeclaration::methods)
                .containsExactly(List.of(RequestMethod.GET), List.of(RequestMethod.POST));
        assertThat(declarations).extracting(MashupDeclaration::summary).containsExactly("A note", "Saves it");
        assertThat(declarations).extracting(each -> each.parameters().size()).containsExactly(1, 2);
        assertThat(declarations).allMatch(each -> each.path().text().equals("/note/{id}"));
    }

    @Test
    void passIsShortForAnExchangeWhoseRequestIsTheClients() {
        MashupDeclaration mashup =
                onlyOf("mashups: {/api/*: {pass: {partner: api, path: /v1, forwarded: x-forwarded, needs: []}}}");

        assertThat(mashup.methods()).isEmpty();
        assertThat(mashup.reply().pass()).hasToString("pass");
        ExchangeDeclaration exchange = mashup.exchanges().get(0);
        assertThat(exchange.name()).hasToString("pass");
        assertThat(exchange.inbound()).isEqualTo(new ExchangeDeclaration.InboundRequest(ForwardedField.X_FORWARDED));
    }

    @Test
    void methodsMayBeAListOrASection() {
        assertThat(onlyOf("mashups: {/a: {methods: [PUT], reply: {body: '1'}}}").methods())
                .containsExactly(RequestMethod.PUT);
        assertThat(problemsOfFile("mashups: {/a: {methods: PUT, reply: {body: '1'}}}"))
                .singleElement()
                .asString()
                .startsWith("medley.yaml:1:25: mashups./a.methods: 'PUT' is not a list; expected a list");
    }

    @Test
    void keysOfADeclaredMashupAreRefusedForAServlet() {
        assertThat(problemsOfFile("mashups: {/quote: {execution: pool, methods: [GET]}}"))
                .containsExactly(
                        "medley.yaml:1:37: mashups./quote.methods: is allowed in declared mashups only; expected"
                                + " exchanges, reply or pass as well");
    }

    @Test
    void namesAndKindsOfValuesAreChecked() {
        assertThat(problemsOfFile("""
                mashups:
                  /trip:
                    exchanges:
                      my-weather: {path: /w}
                      w: {pth: /w}
                      v: {path: {$request.query.city}}
                      u: {method: GET}
                """))
                .containsExactly(
                        "medley.yaml:4:7: mashups./trip.exchanges.my-weather: 'my-weather' is not a name of an exchange;"
                                + " expected letters, digits and underscores after a letter",
                        "medley.yaml:5:11: mashups./trip.exchanges.w.pth: unknown key; did you mean"
                                + " mashups./trip.exchanges.w.path?",
                        "medley.yaml:6:17: mashups./trip.exchanges.v.path: is a section; expected text, in quotes"
                                + " if it begins with { or [",
                        "medley.yaml:7:7: mashups./trip.exchanges.u: path is missing; expected text");
    }

    @Test
    void aKeyOfThePathBelowAMethodIsNamed() {
        assertThat(problemsOfFile("""
                mashups:
                  /trip:
                    methods:
                      GET: {reply: {body: '1'}, deadline: 1s}
                      POST: {reply: {body: '1'}, max-concurrent: 1}
                """))
                .containsExactly(
                        "medley.yaml:4:33: mashups./trip.methods.GET.deadline: unknown key; did you mean"
                                + " mashups./trip.deadline?",
                        "medley.yaml:5:34: mashups./trip.methods.POST.max-concurrent: unknown key; did you mean"
                                + " mashups./trip.max-concurrent?");
    }

    private static MashupDeclaration onlyOf(String yaml) {
        List<MashupDeclaration> declarations = read(yaml);
        assertThat(declarations).hasSize(1);
        return declarations.get(0);
    }

    private static List<MashupDeclaration> read(String yaml) {
        return ServerConfiguration.READER
                .parse("medley.yaml", yaml, Map.of(), Map.of())
                .declarations(MashupDeclaration.class);
    }

    private static List<String> problemsOfFile(String yaml) {
        return catchThrowableOfType(ConfigurationException.class, () -> read(yaml))
                .problems();
    }
}
