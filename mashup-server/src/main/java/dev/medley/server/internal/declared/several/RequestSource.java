package dev.medley.server.internal.declared.several;

import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.mashup.ProblemException;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Scope;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends the requests of one exchange for one mashup, and reads their responses. Thread-safe. */
public interface RequestSource {

    /** Returns the name of the exchange. */
    String exchange();

    /**
     * Starts a request.
     *
     * @param scope of its expressions
     * @param last is given the builder of the request before that starts
     * @throws EvaluationException if an expression fails, or no partner can be sent such a request
     */
    DefaultExchange start(Scope scope, Consumer<DefaultExchangeBuilder> last);

    /**
     * Returns the value of a response; null if it has none.
     *
     * @throws ProblemException if it is not of the format, or does not match the schema
     */
    @Nullable
    Document read(DefaultExchange exchange, PartnerResponse response);

    /**
     * Prepares a request that other mashups may share.
     *
     * @param scope of its expressions, with the keys of this mashup alone
     * @throws EvaluationException if an expression fails, or no partner can be sent such a request
     */
    SharedRequest share(Scope scope, BatchPlan plan);

    /** Runs {@code task}, which reads {@code response}: here, or off the loops if that may take long. */
    void whileReading(PartnerResponse response, boolean isLong, Runnable task);

    /** Returns whether the mashup is over, so that nothing more is started. */
    boolean isOver();

    /** Returns a stage that is not complete. */
    <T> BrokerStage<T> stage();

    /** Returns the label of a request of the exchange, which is the exchange's own for the first one. */
    static String label(String own, int number) {
        return number == 1 ? own : own + '#' + number;
    }
}
