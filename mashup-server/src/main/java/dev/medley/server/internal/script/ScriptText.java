package dev.medley.server.internal.script;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the text of one file of scripts. */
final class ScriptText {

    /** Larger ones are data, which a script would parse for each request. */
    private static final int MAX_BYTES = 1 << 20;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private ScriptText() {}

    /** The content of a file. */
    interface Content {

        /** Opens it; the caller closes the stream. */
        InputStream open() throws IOException;
    }

    /** Returns whether scripts may import a file of this name, or it is a script. */
    static boolean isText(String path) {
        return path.endsWith(ScriptFiles.EXTENSION) || path.endsWith(".js") || path.endsWith(".json");
    }

    /** Returns whether a file is a script, or would be one in another place: it is no folder, and has its extension. */
    static boolean isScript(String path) {
        return path.endsWith(ScriptFiles.EXTENSION) && path.indexOf('/') < 0;
    }

    /** Returns the text without a byte order mark; null if it cannot be read, which is a problem with {@code label} then. */
    static @Nullable String read(String label, Content content, List<String> problems) {
        byte[] bytes;
        try (InputStream in = content.open()) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (IOException x) {
            problems.add("%s: cannot read: %s".formatted(label, reason(x)));
            return null;
        }
        if (bytes.length > MAX_BYTES) {
            problems.add("%s: is larger than 1MiB; expected a file of 1MiB or less".formatted(label));
            return null;
        }
        CharBuffer text = CharBuffer.allocate(bytes.length);
        ByteBuffer unread = ByteBuffer.wrap(bytes);
        boolean broken =
                StandardCharsets.UTF_8.newDecoder().decode(unread, text, true).isError();
        String decoded = text.flip().toString();
        if (broken) {
            problems.add("%s:%s: is not UTF-8, because of the byte 0x%02X; expected a file in that encoding"
                    .formatted(label, place(decoded), unread.get()));
            return null;
        }
        return decoded.isEmpty() || decoded.charAt(0) != BYTE_ORDER_MARK ? decoded : decoded.substring(1);
    }

    /** The message of an exception of a file may be the file alone. */
    private static String reason(IOException failure) {
        return failure instanceof FileSystemException ? failure.toString() : String.valueOf(failure.getMessage());
    }

    /** Returns line and column after {@code text}. */
    private static String place(String text) {
        long line = 1 + text.chars().filter(c -> c == '\n').count();
        return line + ":" + (text.length() - text.lastIndexOf('\n'));
    }
}
