package dev.medley.server.internal.declaration;

import dev.medley.config.ManifestDetail;
import dev.medley.config.internal.Declaration;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.schema.BodySchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mashup that the configuration declares. Its texts are not compiled. Immutable.
 *
 * @param path its template, such as <code>/trip/{city}</code>
 * @param summary one line about it; null if it has none
 * @param methods that it answers; empty for any
 * @param bodyRequired whether a request must have a body
 * @param bodySchema of the bodies of requests; null for any
 * @param parts the key by which clients may have its reply part by part; null if they may not
 * @param manifest the form of the field {@code Medley-Manifest}; null for the server's
 * @param schedule by which it runs without clients; null for none
 * @param parameters in the order of their declaration
 * @param exchanges in the order of their declaration
 * @param reply how it replies
 */
public record MashupDeclaration(
        LocatedText path,
        @Nullable String summary,
        List<RequestMethod> methods,
        boolean bodyRequired,
        @Nullable BodySchema bodySchema,
        @Nullable LocatedText parts,
        @Nullable ManifestDetail manifest,
        @Nullable ScheduleDeclaration schedule,
        List<ParameterDeclaration> parameters,
        List<ExchangeDeclaration> exchanges,
        ReplyDeclaration reply)
        implements Declaration {

    /** Takes copies. */
    public MashupDeclaration {
        methods = List.copyOf(methods);
        parameters = List.copyOf(parameters);
        exchanges = List.copyOf(exchanges);
    }

    /** Returns this mashup with other exchanges. */
    public MashupDeclaration withExchanges(List<ExchangeDeclaration> others) {
        return new MashupDeclaration(
                path, summary, methods, bodyRequired, bodySchema, parts, manifest, schedule, parameters, others, reply);
    }
}
