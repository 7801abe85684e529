package dev.medley.stubs;

import java.util.function.Function;

/**
 * The definition of answers by method and path.
 *
 * <p>A path is matched with any query, unless the definition has a query: then the request has the same parameters, in any
 * order. A segment in braces, as in {@code /users/{id}}, matches any one segment. The most specific definition answers:
 * first those with fewer segments in braces, of these the one with a query. A second definition of the same method and
 * path replaces the first, and one of {@code GET} answers {@code HEAD} as well. Definitions come before the built-in
 * endpoints of {@link PartnerStubs}.
 *
 * @param <T> the type that has the answers, for chains of calls
 */
public interface StubAnswers<T> {

    /**
     * Defines an answer with a JSON document.
     *
     * @param method in capitals, such as {@code GET}
     * @param path from the slash on, percent-encoded, with or without a query
     * @param status from 200 to 599
     * @param json the body, sent as it is; may be empty
     * @return this object
     * @throws IllegalArgumentException if one of them is not allowed
     */
    default T answer(String method, String path, int status, String json) {
        return answer(method, path, StubAnswer.json(status, json));
    }

    /**
     * Defines answers that are given one after another; the last one is repeated.
     *
     * @param method in capitals, such as {@code GET}
     * @param path from the slash on, percent-encoded, with or without a query
     * @param first the answer to the first request
     * @param then the answers to the requests after it
     * @return this object
     * @throws IllegalArgumentException if method or path are not allowed
     */
    default T answer(String method, String path, StubAnswer first, StubAnswer... then) {
        return answer(method, path, new AnswerSequence(first, then));
    }

    /**
     * Defines a function that makes the answers.
     *
     * @param method in capitals, such as {@code GET}
     * @param path from the slash on, percent-encoded, with or without a query
     * @param function called by a thread of the stubs once the request's body has arrived, must not block, and is called by
     *     several threads at a time; if it throws or returns null, the answer is a 500 with the cause
     * @return this object
     * @throws IllegalArgumentException if method or path are not allowed
     */
    T answer(String method, String path, Function<RecordedRequest, StubAnswer> function);
}
