package dev.medley.server.recording;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.medley.connection.internal.SecretNames;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Reason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An exchange of a run, from its request to its end. Immutable.
 *
 * @param name that the mashup has for it; null if it has none
 * @param partner the partner's name
 * @param method of the request
 * @param target path and query of the request, without the path of the partner's URL
 * @param requestBody null for none, or a streamed one
 * @param outcome by its label
 * @param reason why it did not complete, by its label; null if it did
 * @param phase at the failure, by its label; null if it completed
 * @param cause the reason in words, with an unexpected status, for instance; null if it completed
 * @param status of the response; null if there was none
 * @param headers of the response; null if there was none
 * @param body of the response; null if there was none, or it was streamed
 * @param streamed true if the body of the response was streamed, and is not here; else null
 * @param joined true if another exchange's call brought the response; else null
 * @param toldLate true if it ended before the preceding end had all its effects, one of which may be its cancellation; else
 *     null
 * @param cache the role of the partner's cache, in a word; null for a response that came from the partner as usual
 * @param attempts the number of attempts that began
 * @param times its times
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RecordedExchange(
        @Nullable String name,
        String partner,
        String method,
        String target,
        @Nullable RecordedBody requestBody,
        String outcome,
        @Nullable String reason,
        @Nullable String phase,
        @Nullable String cause,
        @Nullable Integer status,
        @Nullable Map<String, List<String>> headers,
        @Nullable RecordedBody body,
        @Nullable Boolean streamed,
        @Nullable Boolean joined,
        @Nullable Boolean toldLate,
        @Nullable String cache,
        int attempts,
        Times times) {

    /** Takes a copy. */
    public RecordedExchange {
        headers = headers == null ? null : Headers.copyOf(headers);
    }

    /** Returns this exchange without header fields that are secret, and with such values of its query masked. */
    RecordedExchange withoutSecrets() {
        return new RecordedExchange(
                name,
                partner,
                method,
                SecretNames.masked(target),
                requestBody,
                outcome,
                reason,
                phase,
                cause,
                status,
                headers == null ? null : Headers.without(headers, Headers.secret(headers)),
                body,
                streamed,
                joined,
                toldLate,
                cache,
                attempts,
                times);
    }

    /** Returns whether this was its outcome, which the recording has by its label. */
    public boolean ended(Outcome as) {
        return outcome.equals(as.label());
    }

    /** Returns whether it did not complete for this reason; false if it completed. */
    public boolean failedBy(Reason why) {
        return why.label().equals(reason);
    }

    /** Returns whether it was in this phase when it failed; false if it completed. */
    public boolean failedIn(ExchangeState state) {
        return state.label().equals(phase);
    }

    /** Returns whether a request of its own was sent for it; none is if it joined another exchange. */
    public boolean wasSent() {
        return times.sentMs() != null && joined == null;
    }

    /** Returns whether {@link #wasSent()}, and earlier than {@code ms} milliseconds after the request of the client. */
    public boolean wasSentBefore(double ms) {
        return wasSent() && times.sentMs() != null && times.sentMs() < ms;
    }

    /** Returns whether it completed with a response whose body is not here. */
    @JsonIgnore
    boolean isWithoutBody() {
        return streamed != null || (body != null && !body.isWhole() && reason == null);
    }

    /** Returns the request in words. */
    public String request() {
        return "%s %s of partner %s".formatted(method, target, partner);
    }

    /** Returns its name, or its request in words. */
    public String label() {
        return name == null ? request() : name;
    }
}
