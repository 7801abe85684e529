package dev.medley.partner.internal.policy;

/**
 * The next step of a call: no attempt, or one more.
 *
 * @param attempt whether there is one more attempt
 * @param delayNanos nanoseconds until it starts; 0 for now
 * @param fresh whether it needs a connection that has carried no exchange
 * @param elsewhere whether it avoids the endpoint of the attempt before, where there is another one
 * @param overBudget whether there is no attempt only because {@code retry.budget} is exhausted
 */
public record NextStep(boolean attempt, long delayNanos, boolean fresh, boolean elsewhere, boolean overBudget) {

    /** No further attempt. */
    public static final NextStep NONE = new NextStep(false, 0, false, false, false);

    /** No further attempt, because the budget is spent. */
    public static final NextStep OVER_BUDGET = new NextStep(false, 0, false, false, true);

    /** One more attempt, now, on any connection. */
    public static final NextStep AGAIN = new NextStep(true, 0, false, false, false);

    /** This step after a delay. */
    public NextStep after(long nanos) {
        return new NextStep(attempt, nanos, fresh, elsewhere, overBudget);
    }

    /** This step on a fresh connection. */
    public NextStep onFreshConnection() {
        return new NextStep(attempt, delayNanos, true, elsewhere, overBudget);
    }

    /** This step at another endpoint. */
    public NextStep atAnotherEndpoint() {
        return new NextStep(attempt, delayNanos, fresh, true, overBudget);
    }
}
