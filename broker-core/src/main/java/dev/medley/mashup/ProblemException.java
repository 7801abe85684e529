package dev.medley.mashup;

/** Thrown by a mashup, or the failure of its stage, to reply with a {@link Problem}. It has no stack trace. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    /** Replies with {@code status} and {@code detail}. */
    public ProblemException(int status, String detail) {
        this(Problem.of(status, detail));
    }

    ProblemException(Problem problem) {
        super(problem.detail(), null, true, false);
        this.problem = problem;
    }

    /** Replies with 400 and {@code detail}. */
    public static ProblemException badRequest(String detail) {
        return new ProblemException(Status.BAD_REQUEST, detail);
    }

    /** The problem that the client gets. */
    public Problem problem() {
        return problem;
    }
}
