package dev.medley.server.internal.openapi;

import dev.medley.server.internal.declared.value.TemplatePart;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the template of an exchange's path tells of its requests. Immutable.
 *
 * @param path the paths
 * @param pathLength the number of characters of the template that are the path
 * @param query the names of parameters in it, each with its offset in the template
 * @param otherQuery whether an expression chooses the name of one
 */
record RequestShape(PathPattern path, int pathLength, Map<String, Integer> query, boolean otherQuery) {

    /** Reads the template of {@code length} characters. */
    static RequestShape of(List<TemplatePart> parts, int length) {
        return new Reader().read(parts, length);
    }

    /** Reads character by character; an expression counts as one. */
    private static final class Reader {

        private enum State {
            PATH,
            NAME,
            VALUE
        }

        private final PathPattern.Builder path = new PathPattern.Builder();
        private final Map<String, Integer> query = new LinkedHashMap<>();
        private final StringBuilder name = new StringBuilder();
        private State state = State.PATH;
        private int pathLength = -1;
        private int nameOffset;
        private boolean isChosen;
        private boolean otherQuery;

        RequestShape read(List<TemplatePart> parts, int length) {
            for (TemplatePart part : parts) {
                String constant = part.constant();
                if (constant == null) {
                    onExpression();
                } else {
                    for (int i = 0; i < constant.length(); i++) {
                        on(constant.charAt(i), part.offset() + i);
                    }
                }
            }
            endName();
            return new RequestShape(path.build(), pathLength < 0 ? length : pathLength, query, otherQuery);
        }

        private void onExpression() {
            if (state == State.PATH) {
                path.addVariable();
            } else if (state == State.NAME) {
                isChosen = true;
            }
        }

        private void on(char c, int offset) {
            if (state == State.PATH) {
                if (c == '?') {
                    pathLength = offset;
                    beginName(offset);
                } else {
                    path.add(c);
                }
            } else if (c == '&') {
                endName();
                beginName(offset);
            } else if (state == State.NAME && c == '=') {
                endName();
                state = State.VALUE;
            } else if (state == State.NAME) {
                name.append(c);
            }
        }

        private void beginName(int separator) {
            state = State.NAME;
            nameOffset = separator + 1;
        }

        private void endName() {
            if (state != State.NAME) {
                return;
            }
            if (isChosen) {
                otherQuery = true;
            } else if (!name.isEmpty()) {
                query.putIfAbsent(decoded(name.toString()), nameOffset);
            }
            isChosen = false;
            name.setLength(0);
        }

        private static String decoded(String text) {
            try {
                return URLDecoder.decode(text, StandardCharsets.UTF_8);
            } catch (IllegalArgumentException x) {
                // It is no encoded text, and so stands for itself.
                return text;
            }
        }
    }
}
