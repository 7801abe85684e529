package dev.medley.servlet.internal.routing;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.servlet.annotation.MashupMethods;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The methods that one mashup answers (RFC 9110, section 9). */
public final class AllowedMethods {

    private static final String EXAMPLE = "; expected for example @MashupMethods({\"GET\", \"POST\"})";
    private static final String GET = "GET";
    private static final String HEAD = "HEAD";
    private static final String OPTIONS = "OPTIONS";
    private static final String ALLOW = "Allow";
    private static final byte[] NOTHING = {};
    /** A token (RFC 9110, section 5.6.2) without small letters: a method in those is another one, that no client sends. */
    private static final Pattern METHOD = Pattern.compile("[A-Z0-9!#$%&'*+.^_`|~-]+");
    /** A container must not pass these on, or would show a client its own fields. */
    private static final Set<String> NEVER = Set.of("CONNECT", "TRACE");

    /** The usual ones, of a mashup that answers any. */
    private static final List<String> USUAL = List.of(GET, "POST", "PUT", "PATCH", "DELETE", OPTIONS);

    /** Those that {@code compose} runs for. */
    private final Set<String> composed;
    /** Whether it runs for all others, too. */
    private final boolean any;

    private final String allow;

    private AllowedMethods(Set<String> composed, boolean any) {
        this.composed = composed;
        this.any = any;
        List<String> all = new ArrayList<>(composed);
        if (!composed.contains(OPTIONS)) {
            all.add(OPTIONS);
        }
        allow = String.join(", ", all);
    }

    /**
     * Reads an annotation; without it, GET and HEAD.
     *
     * @throws IllegalArgumentException if it is empty or has an invalid name
     */
    static AllowedMethods of(@Nullable MashupMethods annotation) {
        if (annotation != null && annotation.value().length == 0) {
            throw new IllegalArgumentException("@MashupMethods is empty" + EXAMPLE);
        }
        return of(annotation == null ? List.of(GET) : List.of(annotation.value()));
    }

    /** All but those that no mashup answers. */
    static AllowedMethods any() {
        return new AllowedMethods(of(USUAL).composed, true);
    }

    /** Those of {@code names}, and HEAD with GET. */
    static AllowedMethods of(Collection<String> names) {
        Set<String> methods = new LinkedHashSet<>();
        for (String name : names) {
            if (!METHOD.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "invalid method '" + name + "' in @MashupMethods: it is not a method in capitals" + EXAMPLE);
            }
            if (NEVER.contains(name)) {
                throw new IllegalArgumentException(
                        "invalid method '" + name + "' in @MashupMethods: no mashup answers it" + EXAMPLE);
            }
            methods.add(name);
            if (name.equals(GET)) {
                methods.add(HEAD);
            }
        }
        return new AllowedMethods(methods, false);
    }

    /** The reply to a request that {@code compose} does not run for: to OPTIONS, or 405; null for any other. */
    @Nullable
    Reply replyInstead(String method) {
        if (composed.contains(method) || (any && !NEVER.contains(method))) {
            return null;
        }
        if (method.equals(OPTIONS)) {
            return Reply.bytes("", NOTHING).status(Status.NO_CONTENT).header(ALLOW, allow);
        }
        return Problem.of(
                        Status.METHOD_NOT_ALLOWED, "the method " + method + " is not allowed; expected one of " + allow)
                .toReply()
                .header(ALLOW, allow);
    }

    /** Returns whether the body of a reply to {@code method} is not sent. */
    public static boolean hasNoBody(String method) {
        return method.equals(HEAD);
    }

    Set<String> composed() {
        return composed;
    }
}
