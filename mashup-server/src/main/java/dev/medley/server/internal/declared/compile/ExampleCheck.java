package dev.medley.server.internal.declared.compile;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.format.Content;
import dev.medley.format.Format;
import dev.medley.format.FormatException;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.http.HttpStatus;

/** Refuses an example with which its exchange would complete, if the body were of the format. */
final class ExampleCheck {

    private final List<String> problems;

    ExampleCheck(List<String> problems) {
        this.problems = problems;
    }

    void check(ExchangeDeclaration exchange) {
        ExchangeDeclaration.Example example = exchange.example();
        if (example == null || !HttpStatus.isSuccess(example.status()) || HttpStatus.hasNoBody(example.status())) {
            return;
        }
        LocatedText source = example.body();
        byte[] body = source.text().getBytes(StandardCharsets.UTF_8);
        try {
            Format<?> reader = exchange.reader();
            if (reader == null) {
                Json.parse(body, JsonLimits.DEFAULT);
            } else {
                reader.read(new Content(body, null));
            }
        } catch (MalformedJsonException | FormatException x) {
            problems.add(source.problem("does not have the format %s: %s; expected a body in the format of the exchange"
                    .formatted(name(exchange), withoutPeriod(String.valueOf(x.getMessage())))));
        }
    }

    private static String name(ExchangeDeclaration exchange) {
        String protocol = exchange.content().protocol();
        return protocol == null ? exchange.format().configured() : protocol;
    }

    /** A message of a parser may end with one. */
    private static String withoutPeriod(String message) {
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }
}
