package dev.medley.server.internal.openapi;

import dev.medley.server.internal.declaration.RequestMethod;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** The ids of the operations of one document: {@code getUserByIdOrders} for GET of <code>/user/{id}/orders</code>. For one thread. */
final class OperationIds {

    private final Set<String> given = new HashSet<>();

    /** Returns the id of an operation, with a number if another one has it. */
    String of(RequestMethod method, String path) {
        return of(method.name(), path);
    }

    /** As above, for a method that only scripts may answer. */
    String of(String method, String path) {
        StringBuilder id = new StringBuilder(method.toLowerCase(Locale.ROOT));
        for (String segment : path.split("/", -1)) {
            if (segment.startsWith("{")) {
                id.append("By");
            }
            for (String word : segment.split("[^0-9A-Za-z]+", -1)) {
                if (!word.isEmpty()) {
                    id.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word, 1, word.length());
                }
            }
        }
        String unique = id.toString();
        for (int i = 2; !given.add(unique); i++) {
            unique = id + "_" + i;
        }
        return unique;
    }
}
