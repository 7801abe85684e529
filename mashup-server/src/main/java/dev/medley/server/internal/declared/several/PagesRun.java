package dev.medley.server.internal.declared.several;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.exchange.internal.target.LinkRefusedException;
import dev.medley.json.Json;
import dev.medley.mashup.internal.PageTrail;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.ResponseValue;
import dev.medley.server.internal.declared.value.Result;
import dev.medley.server.internal.declared.value.Scope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the pages of one list, one after another: the end of each starts the next. So one thread at a time is in it, and each sees
 * what the one before has done.
 */
public final class PagesRun {

    private static final String NOT_FOLLOWED = "the link to the next page is not followed";

    private final PagesPlan plan;
    private final RequestSource source;
    private final Scope scope;
    private final List<@Nullable Object> items = new ArrayList<>();
    private final List<Exchange> read = new ArrayList<>();

    private final PageTrail trail = new PageTrail();
    private final BrokerStage<Result> result;
    /** Of all pages that were read. */
    private long bytes;

    private volatile @Nullable DefaultExchange last;

    /** Creates a run that has read nothing. */
    public PagesRun(PagesPlan plan, RequestSource source, Scope scope) {
        this.plan = plan;
        this.source = source;
        this.scope = scope;
        result = source.stage();
    }

    /**
     * Starts the exchange of the first page.
     *
     * @return a stage that fails as a page does: half a list is none
     * @throws EvaluationException if no partner can be sent the first request
     */
    public CompletionStage<Result> start() {
        DefaultExchange first = begin(scope.with(source.exchange(), Map.of()), builder -> {});
        if (!plan.cursor()) {
            trail.asksFor(first.request().method() + ' ' + first.request().target());
        }
        await(first);
        return result;
    }

    /** Returns the exchange of the page that was asked for last; null if none was. */
    public @Nullable DefaultExchange last() {
        return last;
    }

    private DefaultExchange begin(Scope of, Consumer<DefaultExchangeBuilder> prepared) {
        DefaultExchange exchange = source.start(of, prepared);
        last = exchange;
        return exchange;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What depends on it is the result.
    private void await(DefaultExchange exchange) {
        exchange.response().whenComplete((response, failure) -> {
            if (failure != null) {
                result.completeExceptionally(BrokerStage.unwrapped(failure));
                return;
            }
            orFail(() -> source.whileReading(response, plan.isHeavy(), () -> orFail(() -> read(exchange, response))));
        });
    }

    /** Thrown in a callback, a failure would leave the result without end. */
    private void orFail(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error x) {
            result.completeExceptionally(x);
        }
    }

    private void read(DefaultExchange exchange, PartnerResponse response) {
        trail.read(exchange, response);
        Document value = source.read(exchange, response);
        Map<String, @Nullable Object> variables = new HashMap<>();
        if (value != null) {
            variables.put(Names.PAGE, value.tree());
        }
        variables.put(Names.HEAD, ResponseValue.head(response.head()));
        Scope page = scope.with(source.exchange(), variables);
        read.add(exchange);
        bytes += response.body().length;
        add(plan.items() == null ? page.apply(Names.PAGE) : plan.items().evaluate(page));
        Object next = plan.next().evaluate(page);
        if (next == null || next == Expression.UNDEFINED || next.equals("")) {
            result.complete(Result.ofPages(items, new Result.PagesRead(read, false), bytes));
        } else if (read.size() == plan.max()) {
            result.complete(Result.ofPages(items, new Result.PagesRead(read, true), bytes));
        } else if (source.isOver()) {
            result.completeExceptionally(new CancellationException("the reply has been decided"));
        } else if (plan.cursor()) {
            follow(next, page);
        } else {
            follow(exchange, next, page);
        }
    }

    private void add(@Nullable Object value) {
        if (value instanceof List<?> list) {
            items.addAll(list);
        } else if (value != null && value != Expression.UNDEFINED) {
            items.add(value);
        }
    }

    private void follow(Object cursor, Scope page) {
        if (!trail.asksFor(new String(Json.of(cursor).bytes(), StandardCharsets.UTF_8))) {
            throw repeated(page);
        }
        await(begin(scope.with(source.exchange(), Map.of(Names.CURSOR, cursor)), this::labelled));
    }

    private void follow(DefaultExchange before, Object link, Scope page) {
        if (!(link instanceof String text)) {
            throw unusable(
                    page,
                    "is not a link; expected text, or $cursor in the request",
                    "is not a link; expected text, or $cursor in the request");
        }
        await(begin(scope.with(source.exchange(), Map.of()), builder -> {
            labelled(builder);
            String asked;
            try {
                asked = builder.follow(before, text);
            } catch (LinkRefusedException x) {
                throw unusable(
                        page, "is a link that is not followed: " + x.getMessage(), "is a link that is not followed");
            }
            if (!trail.asksFor(asked)) {
                throw repeated(page);
            }
        }));
    }

    private void labelled(DefaultExchangeBuilder builder) {
        String own = source.exchange() + (scope.index() < 0 ? "" : "[" + scope.index() + "]");
        builder.label(RequestSource.label(own, read.size() + 1));
    }

    private EvaluationException repeated(Scope page) {
        String fault = "leads to a page that has been asked for before";
        return unusable(page, fault, fault);
    }

    private EvaluationException unusable(Scope page, String logged, String fault) {
        Formula next = plan.next();
        return EvaluationException.unusable(next.source(), logged, fault, next.provenance(page), NOT_FOLLOWED);
    }
}
