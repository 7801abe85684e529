package dev.medley.server.internal.declared.plan;

import dev.medley.mashup.Snapshot;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.Result;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The value of an exchange that reads a snapshot: its document, or the text of any other type. */
final class SnapshotValue {

    private static final Pattern CHARSET = Pattern.compile("(?i);\\s*charset=\"?([^\";\\s]+)");

    private SnapshotValue() {}

    static Result of(Snapshot snapshot) {
        Document value = snapshot.json() == null
                ? Document.ofTree(new String(
                        snapshot.reply().body(), charset(snapshot.reply().type())))
                : Document.of(snapshot.json());
        return Result.ofSnapshot(
                value, snapshot.reply().status(), snapshot.age().toSeconds());
    }

    private static Charset charset(String type) {
        Matcher named = CHARSET.matcher(type);
        try {
            return named.find() ? Charset.forName(named.group(1)) : StandardCharsets.UTF_8;
        } catch (IllegalArgumentException x) {
            return StandardCharsets.UTF_8;
        }
    }
}
