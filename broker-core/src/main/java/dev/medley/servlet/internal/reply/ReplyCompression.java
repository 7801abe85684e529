package dev.medley.servlet.internal.reply;

import dev.medley.config.CompressionSettings;
import dev.medley.connection.Header;
import dev.medley.mashup.Reply;
import dev.medley.setting.internal.MediaRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Which replies are compressed. Immutable.
 *
 * @param minSize bytes of the smallest body that is
 * @param types of the bodies that are; none if nothing is compressed
 */
public record ReplyCompression(long minSize, List<MediaRange> types) {

    /** Nothing is compressed. */
    public static final ReplyCompression NONE = new ReplyCompression(0, List.of());

    static final String CODING = "gzip";

    /** Fields of a body that is coded already, is a part of another one, or whose coded bytes the mashup has a digest of. */
    private static final Set<String> OF_ITS_BYTES =
            Set.of("content-encoding", "content-range", "content-digest", "content-md5", "digest");

    /** Statuses without a body, or with a part of one. */
    private static final Set<Integer> NEVER = Set.of(204, 205, 206, 304);

    /** Takes a copy. */
    public ReplyCompression {
        types = List.copyOf(types);
    }

    /** Returns the rules of {@code settings}. */
    public static ReplyCompression of(CompressionSettings settings) {
        return settings.enabled()
                ? new ReplyCompression(
                        settings.minSize(),
                        settings.types().stream().map(MediaRange::parse).toList())
                : NONE;
    }

    /** Returns whether {@code reply} is compressed for the clients that prefer it. */
    boolean applies(Reply reply) {
        if (types.isEmpty()
                || reply.stream() != null
                || reply.length() < minSize
                || reply.length() > ReplyForm.MAX_DERIVED
                || NEVER.contains(reply.status())) {
            return false;
        }
        for (Header header : reply.headers()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (OF_ITS_BYTES.contains(name)
                    || (name.equals("cache-control")
                            && header.value().toLowerCase(Locale.ROOT).contains("no-transform"))) {
                return false;
            }
        }
        int parameters = reply.type().indexOf(';');
        String type = (parameters < 0 ? reply.type() : reply.type().substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT);
        return types.stream().anyMatch(range -> range.contains(type));
    }

    /** Compresses fast rather than well: the thread may be a loop. */
    static byte[] compressed(byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 4 + 64);
        try (GZIPOutputStream out = new Gzip(bytes)) {
            out.write(body);
        } catch (IOException x) {
            throw new UncheckedIOException("there is none in memory", x);
        }
        return bytes.toByteArray();
    }

    private static final class Gzip extends GZIPOutputStream {

        private static final int BUFFER = 8192;

        Gzip(ByteArrayOutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
