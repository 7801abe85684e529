package dev.medley.mashup;

/** Thrown by a mashup, or what its stage fails with, to reply with a {@link Problem}. It has no stack trace. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int BAD_REQUEST = 400;

    private final transient Problem problem;

    /** Replies with {@code status} and {@code detail}. */
    public ProblemException(int status, String detail) {
        this(Problem.of(status, detail));
    }

    ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** The request is at fault: 400. */
    public static ProblemException badRequest(String detail) {
        return new ProblemException(BAD_REQUEST, detail);
    }

    /** What the client is told. */
    public Problem problem() {
        return problem;
    }
}
