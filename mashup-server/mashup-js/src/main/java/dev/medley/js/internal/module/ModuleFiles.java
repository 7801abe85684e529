package dev.medley.js.internal.module;

import dev.medley.server.internal.script.ScriptFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessMode;
import java.nio.file.DirectoryStream;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.graalvm.polyglot.io.FileSystem;

/**
 * The file system that contexts see: the texts of one folder, which is its root, and nothing else. Nothing is read from a disk, so that a
 * request has the texts that were checked. Immutable.
 */
final class ModuleFiles implements FileSystem {

    private static final Path ROOT = Path.of("/");

    private final ScriptFiles files;
    private final Map<Path, byte[]> texts = new HashMap<>();

    ModuleFiles(ScriptFiles files) {
        this.files = files;
        files.texts().forEach((path, text) -> texts.put(ROOT.resolve(path), text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public Path parsePath(URI uri) {
        throw new UnsupportedOperationException(
                "the import of %s: expected a file of %s, such as './lib/money.mjs'".formatted(uri, files.name()));
    }

    @Override
    public Path parsePath(String path) {
        return Path.of(path);
    }

    @Override
    public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... linkOptions) throws IOException {
        if (modes.contains(AccessMode.WRITE) || modes.contains(AccessMode.EXECUTE)) {
            throw new SecurityException("a script writes and runs no file");
        }
        find(path);
    }

    private byte[] find(Path path) throws NoSuchFileException {
        Path absolute = toAbsolutePath(path).normalize();
        byte[] text = texts.get(absolute);
        if (text == null) {
            throw new NoSuchFileException(
                    path.toString(),
                    null,
                    "expected a file in %s, of which the server has read *.mjs, *.js and *.json"
                            .formatted(files.name()));
        }
        return text;
    }

    @Override
    public void createDirectory(Path dir, FileAttribute<?>... attributes) {
        throw new SecurityException("a script writes no file");
    }

    @Override
    public void delete(Path path) {
        throw new SecurityException("a script writes no file");
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return new TextChannel(find(path));
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path dir, DirectoryStream.Filter<? super Path> filter) {
        throw new SecurityException("a script lists no folder");
    }

    @Override
    public Path toAbsolutePath(Path path) {
        return ROOT.resolve(path);
    }

    @Override
    public Path toRealPath(Path path, LinkOption... linkOptions) throws IOException {
        find(path);
        return toAbsolutePath(path).normalize();
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return Map.of("size", (long) find(path).length, "isRegularFile", true, "isDirectory", false);
    }

    /** The bytes of a text. For one thread. */
    private static final class TextChannel implements SeekableByteChannel {

        private final ByteBuffer text;
        private boolean open = true;

        TextChannel(byte[] text) {
            this.text = ByteBuffer.wrap(text).asReadOnlyBuffer();
        }

        @Override
        public int read(ByteBuffer target) {
            if (!text.hasRemaining()) {
                return -1;
            }
            int length = Math.min(target.remaining(), text.remaining());
            target.put(text.slice(text.position(), length));
            text.position(text.position() + length);
            return length;
        }

        @Override
        public int write(ByteBuffer source) {
            throw new NonWritableChannelException();
        }

        @Override
        public long position() {
            return text.position();
        }

        @Override
        public SeekableByteChannel position(long position) {
            text.position((int) Math.min(position, text.limit()));
            return this;
        }

        @Override
        public long size() {
            return text.limit();
        }

        @Override
        public SeekableByteChannel truncate(long size) {
            throw new NonWritableChannelException();
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }
}
