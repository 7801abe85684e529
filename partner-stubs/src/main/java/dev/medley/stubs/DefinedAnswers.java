package dev.medley.stubs;

import dev.medley.stubs.internal.endpoint.RejectedRequestException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The answers that were defined by method and path. Thread-safe. */
final class DefinedAnswers {

    /** The definitions that a problem document lists. */
    private static final int LISTED = 20;

    /** A list that is never changed, but replaced as a whole: requests see it before or after a change. */
    private volatile List<Definition> current;

    /** In place of all of them; null for none. */
    private volatile @Nullable Definition ofAll;

    /** Creates the answers of {@code initial}; their sequences begin with the first answer. */
    DefinedAnswers(List<Definition> initial) {
        current = restarted(initial);
    }

    /** The definition of a function for a target. */
    private static final int INTERNAL_ERROR = 500;

    record Definition(AnswerTarget target, Function<RecordedRequest, StubAnswer> function) {

        Definition restarted() {
            return function instanceof AnswerSequence sequence ? new Definition(target, sequence.restarted()) : this;
        }

        /** Returns the answer; a 500 with the cause if the function has none. */
        StubAnswer answer(RecordedRequest request) {
            try {
                StubAnswer answer = function.apply(request);
                return answer == null ? failed("returned null") : answer;
            } catch (RuntimeException x) {
                return failed("threw " + x);
            }
        }

        private StubAnswer failed(String cause) {
            String detail = "the function for %s %s".formatted(target, cause);
            return StubAnswer.body(
                    INTERNAL_ERROR,
                    RejectedRequestException.TYPE,
                    RejectedRequestException.document(INTERNAL_ERROR, detail).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Adds a definition, in place of one for the same requests. */
    static void put(List<Definition> definitions, Definition added) {
        definitions.removeIf(known -> known.target().sameAs(added.target()));
        definitions.add(added);
    }

    synchronized void put(Definition added) {
        List<Definition> changed = new ArrayList<>(current);
        put(changed, added);
        current = List.copyOf(changed);
    }

    synchronized void reset(List<Definition> initial) {
        ofAll = null;
        current = restarted(initial);
    }

    private static List<Definition> restarted(List<Definition> definitions) {
        return definitions.stream().map(Definition::restarted).toList();
    }

    /** Sets the function that answers each request, in place of all definitions; null for none. */
    void ofAll(@Nullable Function<RecordedRequest, StubAnswer> function) {
        ofAll = function == null ? null : new Definition(AnswerTarget.ANY, function);
    }

    /** Returns the most specific definition for a request; null if there is none. */
    @Nullable
    Definition find(String method, String path, @Nullable String query) {
        Definition any = ofAll;
        List<Definition> definitions = current;
        if (any != null || definitions.isEmpty()) {
            return any;
        }
        Definition exact = best(definitions, method, path, query);
        return exact == null && method.equals("HEAD") ? best(definitions, "GET", path, query) : exact;
    }

    private static @Nullable Definition best(
            List<Definition> definitions, String method, String path, @Nullable String query) {
        Map<String, List<String>> parameters = QueryParameters.of(query);
        return definitions.stream()
                .filter(definition ->
                        definition.target().isFor(method) && definition.target().matches(path, parameters))
                .min(Comparator.comparingInt(definition -> definition.target().rank()))
                .orElse(null);
    }

    /** Returns a list for people; empty if there are none, else with a comma at its end. */
    String list() {
        List<Definition> definitions = current;
        String listed = definitions.stream()
                .limit(LISTED)
                .map(definition -> definition.target() + ", ")
                .collect(Collectors.joining());
        int more = definitions.size() - LISTED;
        return more > 0 ? listed + more + " more, " : listed;
    }
}
