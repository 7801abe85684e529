package dev.medley.server.internal.openapi;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declared.MashupOutline.RequestOutline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares one exchange with the document of its partner. For one thread. */
final class ExchangeCheck {

    /** More would be a list that nobody reads. */
    private static final int MAX_LISTED = 8;

    private final ExchangeDeclaration exchange;
    private final @Nullable String bodyType;
    private final DescribedPartner partner;
    private final RequestShape shape;
    private final List<String> problems = new ArrayList<>();

    private ExchangeCheck(RequestOutline request, DescribedPartner partner) {
        this.partner = partner;
        exchange = request.exchange();
        bodyType = request.bodyType();
        shape = RequestShape.of(request.path(), exchange.path().text().length());
    }

    /** Returns the problems of an exchange, each with its place. */
    static List<String> problems(RequestOutline request, DescribedPartner partner) {
        ExchangeCheck check = new ExchangeCheck(request, partner);
        check.run();
        return check.problems;
    }

    private void run() {
        LocatedText path = exchange.path();
        List<ApiPath> paths = partner.api().find(shape.path(), partner.address());
        if (paths.isEmpty()) {
            problems.add(path.problem(
                    0,
                    "'%s' is not a path of %s; %s"
                            .formatted(
                                    path.text().substring(0, shape.pathLength()),
                                    partner.document(),
                                    partner.api().suggestion(shape.path()))));
            return;
        }
        if (paths.stream().anyMatch(ApiPath::isElsewhere)) {
            return;
        }
        for (ApiPath each : paths) {
            Optional<ApiOperation> operation = partner.api().operation(each, exchange.method());
            if (operation.isPresent()) {
                compare(
                        operation.get(),
                        "%s %s of %s".formatted(exchange.method(), each.template(), partner.document()));
                return;
            }
        }
        Set<String> methods = new LinkedHashSet<>();
        paths.forEach(each -> methods.addAll(each.methods()));
        problems.add(path.problem(
                0,
                "%s is not a method of %s in %s; expected %s"
                        .formatted(
                                exchange.method(),
                                paths.get(0).template(),
                                partner.document(),
                                methods.isEmpty() ? "another path, as it has none" : listed(methods))));
    }

    private void compare(ApiOperation operation, String named) {
        Set<String> given = new LinkedHashSet<>(shape.query().keySet());
        shape.query().forEach((name, offset) -> {
            if (!operation.knows(name)) {
                problems.add(exchange.path().problem(offset, unknown(name, operation, named)));
            }
        });
        for (NamedText each : exchange.query()) {
            String name = each.name().text();
            given.add(name);
            if (!operation.knows(name)) {
                problems.add(each.name().problem(unknown(name, operation, named)));
            }
        }
        operation.query().forEach((name, required) -> {
            if (required && !given.contains(name) && !shape.otherQuery()) {
                problems.add(exchange.path()
                        .problem(0, "has no query parameter '%s'; %s requires it".formatted(name, named)));
            }
        });
        Set<String> fields = new LinkedHashSet<>(partner.sentFields());
        exchange.headers().forEach(each -> fields.add(each.name().text().toLowerCase(Locale.ROOT)));
        for (String each : operation.requiredHeaders()) {
            if (!fields.contains(each)) {
                problems.add(
                        exchange.name().problem("has no header field '%s'; %s requires it".formatted(each, named)));
            }
        }
        compareBody(operation, named);
    }

    private void compareBody(ApiOperation operation, String named) {
        LocatedText body = exchange.bodySource();
        if (body == null && operation.body() == ApiOperation.Body.REQUIRED) {
            problems.add(exchange.name().problem("has no body; %s requires one".formatted(named)));
        } else if (body != null && operation.body() == ApiOperation.Body.NONE) {
            problems.add(body.problem(0, "is a body; %s takes none".formatted(named)));
        } else if (body != null && bodyType != null && !operation.takes(bodyType)) {
            problems.add(body.problem(
                    0,
                    "is sent as %s; %s takes %s, via the header field Content-Type"
                            .formatted(bodyType, named, listed(operation.bodyTypes()))));
        }
    }

    private static String unknown(String name, ApiOperation operation, String named) {
        Collection<String> known = operation.query().keySet();
        String expected = Nearest.of(name, known)
                .map(nearest -> "did you mean %s?".formatted(nearest))
                .orElseGet(() -> known.isEmpty() ? "expected none" : "expected " + listed(known));
        return "'%s' is not a query parameter of %s; %s".formatted(name, named, expected);
    }

    private static String listed(Collection<String> names) {
        Stream<String> first = names.stream().limit(MAX_LISTED);
        return String.join(", ", first.toList()) + (names.size() > MAX_LISTED ? ", ..." : "");
    }
}
