package dev.medley.mashup.internal;

import dev.medley.connection.Header;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeBuilder;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.exchange.internal.target.LinkRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the pages of one list, one after another. The end of each page starts the next one: one thread at a time. */
final class Pages {

    private static final Set<String> OF_FIRST = Set.of("accept-encoding", "idempotency-key");

    private final int max;
    private final Function<? super PartnerResponse, ? extends @Nullable ExchangeBuilder> next;
    private final List<PartnerResponse> read = new ArrayList<>();
    private final PageTrail trail = new PageTrail();
    private final BrokerStage<List<PartnerResponse>> result;

    Pages(DefaultMashup mashup, int max, Function<? super PartnerResponse, ? extends @Nullable ExchangeBuilder> next) {
        if (max < 1) {
            throw new IllegalArgumentException("the number of pages is " + max + ", expected at least 1");
        }
        this.max = max;
        this.next = next;
        result = new BrokerStage<>(mashup.broker().pool());
    }

    /** Begins the exchange that follows a link: a GET with the fields of the request before it, but those of its body. */
    static DefaultExchangeBuilder follow(DefaultMashup mashup, PartnerResponse page, String link) {
        DefaultExchange before = (DefaultExchange) page.exchange();
        DefaultExchangeBuilder builder = mashup.exchange(before.partner());
        for (Header field : before.callRequest().ownFields()) {
            String name = field.name().toLowerCase(Locale.ROOT);
            if (!name.startsWith("content-") && !OF_FIRST.contains(name)) {
                builder.header(field.name(), field.value());
            }
        }
        if (before.expectsJson()) {
            builder.expectJson();
        }
        Set<Integer> accepted = before.callRequest().options().accepted();
        if (accepted != null) {
            builder.accept(accepted.stream().mapToInt(Integer::intValue).toArray());
        }
        try {
            builder.follow(before, link);
        } catch (LinkRefusedException x) {
            throw PageTrail.problem(before, "the link is not followed: " + x.getMessage());
        }
        return builder;
    }

    CompletionStage<List<PartnerResponse>> start(ExchangeBuilder first) {
        start(first.start());
        return result;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What depends on it is the result.
    private void start(Exchange page) {
        page.response().whenComplete((response, failure) -> {
            try {
                if (failure != null) {
                    result.completeExceptionally(BrokerStage.unwrapped(failure));
                } else {
                    ended((DefaultExchange) page, response);
                }
            } catch (RuntimeException | Error x) {
                result.completeExceptionally(x);
            }
        });
    }

    private void ended(DefaultExchange page, PartnerResponse response) {
        trail.read(page, response);
        if (page.request().body() == null
                && !trail.asksFor(page.request().method() + ' ' + page.request().target())) {
            throw PageTrail.problem(page, "a page leads back to one before it");
        }
        read.add(response);
        ExchangeBuilder following = read.size() < max ? next.apply(response) : null;
        if (following == null) {
            result.complete(List.copyOf(read));
        } else {
            start(following.start());
        }
    }
}
