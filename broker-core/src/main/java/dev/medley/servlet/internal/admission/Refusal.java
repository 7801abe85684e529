package dev.medley.servlet.internal.admission;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;

/** The reason for which an inbound request is not admitted. Each has a reply with status 503 and {@code Retry-After}. */
public enum Refusal {
    /** The limit is reached, and as many requests wait as may. */
    QUEUE_FULL("queue full", "too many requests are in flight"),
    /** The request has waited for the maximum age. */
    QUEUE_AGE("queue age", "the request has waited too long for others in flight"),
    /** The queue was full, and another request is to be admitted before it. */
    DISPLACED("displaced", "too many requests are in flight, and others have precedence"),
    /** The limit of the mashup is reached. */
    BULKHEAD("bulkhead", "too many requests for this mashup are in flight");

    private final String label;
    private final String detail;

    Refusal(String label, String detail) {
        this.label = label;
        this.detail = detail;
    }

    /** Returns the reason as metrics and status have it. */
    public String label() {
        return label;
    }

    Reply toReply() {
        return Problem.of(Status.SERVICE_UNAVAILABLE, detail).toReply();
    }
}
