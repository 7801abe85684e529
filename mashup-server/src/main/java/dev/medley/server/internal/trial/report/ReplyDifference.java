package dev.medley.server.internal.trial.report;

import dev.medley.server.recording.RunReply;
import dev.medley.server.recording.internal.RecordingJson;
import java.util.Base64;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The first difference between two replies: status, then body. Header fields are not compared, because times and ids are in them; nor
 * is, in a body, the manifest, which has times.
 */
final class ReplyDifference {

    /** The times in the manifest of a reply that is sent part by part. */
    private static final Pattern TIME = Pattern.compile("\"ms\":[0-9.]+");

    private static final Set<String> IN_PARTS = Set.of("text/event-stream", "application/x-ndjson");
    private static final int LONGEST = 60;

    private final @Nullable String manifest;

    private ReplyDifference(@Nullable String manifest) {
        this.manifest = manifest;
    }

    /**
     * Returns the difference, for people; null if there is none.
     *
     * @param manifest name of the member of the body with the manifest; null for none
     */
    static @Nullable String of(RunReply recorded, RunReply now, @Nullable String manifest) {
        return recorded.status() == now.status()
                ? new ReplyDifference(manifest).ofBodies(recorded, now)
                : "status %d in the recording, but %d now".formatted(recorded.status(), now.status());
    }

    private @Nullable String ofBodies(RunReply recorded, RunReply now) {
        JsonNode one = recorded.body().json();
        JsonNode other = now.body().json();
        if (one != null && other != null) {
            return ofTrees("", one, other);
        }
        String before = text(recorded);
        String after = text(now);
        return Objects.equals(before, after)
                ? null
                : "%s in the recording, but %s now".formatted(shown(before), shown(after));
    }

    private static String text(RunReply reply) {
        String text = reply.body().text();
        if (text == null) {
            return Base64.getEncoder().encodeToString(reply.body().bytes());
        }
        return IN_PARTS.contains(reply.type()) ? TIME.matcher(text).replaceAll("\"ms\":0") : text;
    }

    private @Nullable String ofTrees(String pointer, JsonNode one, JsonNode other) {
        if (one.isObject() && other.isObject()) {
            Set<String> names = new TreeSet<>(one.propertyNames());
            names.addAll(other.propertyNames());
            for (String name : names) {
                boolean skipped = pointer.isEmpty() && name.equals(manifest);
                String found = skipped ? null : ofTrees(pointer + "/" + name, one.path(name), other.path(name));
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        if (one.isArray() && other.isArray() && one.size() == other.size()) {
            for (int i = 0; i < one.size(); i++) {
                String found = ofTrees(pointer + "/" + i, one.path(i), other.path(i));
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        return one.equals(other)
                ? null
                : "at %s: %s in the recording, but %s now"
                        .formatted(pointer.isEmpty() ? "the top" : pointer, shown(one), shown(other));
    }

    private static String shown(JsonNode node) {
        return node.isMissingNode() ? "nothing" : shown(RecordingJson.COMPACT.writeValueAsString(node));
    }

    private static String shown(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
