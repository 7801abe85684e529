package dev.medley.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object in the making, of documents that are written as they came. Not thread-safe. */
public final class JsonObject {

    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private final Map<String, @Nullable Json> members = new LinkedHashMap<>();

    /** Creates an object without members. */
    public JsonObject() {}

    /** Adds a member, {@code null} if the document is; a name that is there already has its document replaced. */
    public JsonObject member(String name, @Nullable Json document) {
        members.put(name, document);
        return this;
    }

    /** The object. */
    public Json toJson() {
        return toJson(Map.of());
    }

    /** The object, which a merge made, with the parts that are missing in it, each with its reason. */
    public Json toJson(Map<String, String> missing) {
        List<byte[]> pieces = new ArrayList<>(2 * members.size());
        int length = 1 + Math.max(1, members.size());
        for (Map.Entry<String, @Nullable Json> member : members.entrySet()) {
            byte[] name = quoted(member.getKey());
            Json document = member.getValue();
            byte[] value = document == null ? NULL : document.bytes();
            pieces.add(name);
            pieces.add(value);
            length += name.length + 1 + value.length;
        }
        byte[] object = new byte[length];
        int at = 0;
        object[at++] = '{';
        for (int i = 0; i < pieces.size(); i++) {
            boolean isName = i % 2 == 0;
            if (isName && i > 0) {
                object[at++] = ',';
            }
            byte[] piece = pieces.get(i);
            System.arraycopy(piece, 0, object, at, piece.length);
            at += piece.length;
            if (isName) {
                object[at++] = ':';
            }
        }
        object[at] = '}';
        return Json.checked(object, missing);
    }

    private static byte[] quoted(String name) {
        int length = name.length();
        byte[] quoted = new byte[length + 2];
        quoted[0] = '"';
        for (int i = 0; i < length; i++) {
            char c = name.charAt(i);
            if (!isPlain(c)) {
                return Json.of(name).bytes();
            }
            quoted[i + 1] = (byte) c;
        }
        quoted[length + 1] = '"';
        return quoted;
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
