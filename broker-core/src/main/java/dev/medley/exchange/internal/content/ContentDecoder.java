package dev.medley.exchange.internal.content;

import dev.medley.account.internal.ClientAccount;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses one body as it arrives. The body must end where its compressed data end: a part of it is never taken for the
 * whole. A body without a byte is empty.
 *
 * <p>The memory that it takes while data are there counts as account. Thread-safe, because an attempt may be abandoned while another
 * thread reads its response.
 */
public final class ContentDecoder {

    private static final int OUTPUT = 16 * 1024;

    /** The memory of zlib, for the window and the tables (zlib.net/zlib_tech.html), and of the output, in bytes. */
    public static final int MEMORY = 48 * 1024 + OUTPUT;

    /** Decompressed bytes up to which the expansion is not limited. */
    private static final long FREE = 1L << 20;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int ZLIB_METHOD = 8;
    private static final int METHOD_BITS = 0x0F;
    private static final int LARGEST_ZLIB_WINDOW = 0x7F;

    private final int maxExpansion;
    private final ClientAccount account;
    private final @Nullable GzipFrame gzip;
    private @Nullable Inflater inflater;
    private byte[] output = {};
    private ByteBuffer input = NOTHING;
    private Step step;
    private long received;
    private long decoded;
    private boolean closed;

    /**
     * Creates a decoder.
     *
     * @param maxExpansion decompressed bytes for each byte received
     * @param account holds its memory
     */
    public ContentDecoder(ContentCoding coding, int maxExpansion, ClientAccount account) {
        this.maxExpansion = maxExpansion;
        this.account = account;
        gzip = coding == ContentCoding.GZIP ? new GzipFrame() : null;
        step = coding == ContentCoding.GZIP ? Step.HEADER : Step.DATA;
    }

    private enum Step {
        HEADER,
        DATA,
        TRAILER,
        /** The data of a body without members have ended. */
        END
    }

    /**
     * Takes the next bytes of the body, once all before are {@linkplain #read read}.
     *
     * @param bytes must not change until they are read
     * @return false if there is no memory to decompress them
     */
    public synchronized boolean add(ByteBuffer bytes) {
        received += bytes.remaining();
        input = bytes;
        if (closed || inflater != null || !bytes.hasRemaining()) {
            return true;
        }
        if (!account.reserve(MEMORY)) {
            return false;
        }
        inflater = new Inflater(gzip != null || !isZlib(bytes.get(bytes.position())));
        output = new byte[OUTPUT];
        return true;
    }

    /** Returns whether data begin as those of zlib do (RFC 1950, section 2.2). Those of deflate have a reserved pattern there. */
    private static boolean isZlib(byte first) {
        return (first & METHOD_BITS) == ZLIB_METHOD && (first & 0xFF) <= LARGEST_ZLIB_WINDOW;
    }

    /** Bytes of the body that have been added. */
    public synchronized long received() {
        return received;
    }

    /**
     * Decompresses the next part of what has been added.
     *
     * @return bytes that are valid until the next call; null if the next bytes of the body are needed
     * @throws BadContentException if the body is malformed, or expands too much
     */
    public synchronized @Nullable ByteBuffer read() throws BadContentException {
        Inflater open = inflater;
        while (open != null) {
            int length = step == Step.DATA ? inflate(open, output) : 0;
            if (length > 0) {
                return ByteBuffer.wrap(output, 0, length);
            }
            if (!enterNextStep(open)) {
                return null;
            }
        }
        return null;
    }

    /** Keeps a copy of what has been added and is not read, as its bytes may change from now on. */
    public synchronized void keepInput() {
        input = ByteBuffer.allocate(input.remaining()).put(input).flip();
    }

    private int inflate(Inflater open, byte[] into) throws BadContentException {
        open.setInput(input);
        int length;
        try {
            length = open.inflate(into);
        } catch (DataFormatException x) {
            throw BadContentException.malformed("its data are not deflate data");
        }
        if (open.needsDictionary()) {
            throw BadContentException.malformed("it needs a dictionary");
        }
        decoded += length;
        if (decoded > FREE && decoded / maxExpansion > received) {
            throw BadContentException.expanded(maxExpansion);
        }
        if (gzip != null) {
            gzip.add(into, length);
        }
        return length;
    }

    /** Returns whether there is a next step; if not, the next bytes of the body are needed. */
    private boolean enterNextStep(Inflater open) throws BadContentException {
        GzipFrame frame = gzip;
        switch (step) {
            case HEADER -> {
                if (frame == null || !frame.readHeader(input)) {
                    return false;
                }
                step = Step.DATA;
            }
            case DATA -> {
                if (!open.finished()) {
                    return false;
                }
                step = frame == null ? Step.END : Step.TRAILER;
            }
            case TRAILER -> {
                if (frame == null || !frame.readTrailer(input)) {
                    return false;
                }
                // Members may follow one another (RFC 1952, section 2.2).
                frame.next();
                open.reset();
                step = Step.HEADER;
            }
            case END -> {
                if (input.hasRemaining()) {
                    throw BadContentException.malformed("bytes follow its data");
                }
                return false;
            }
        }
        return true;
    }

    /** Ends the body; returns its fault if it is incomplete, or null. All that was added has been read. */
    public synchronized @Nullable BadContentException end() {
        boolean complete = received == 0 || step == Step.END || (gzip != null && gzip.isComplete());
        close();
        return complete ? null : BadContentException.malformed("it ends early");
    }

    /** Gives its memory back, and decompresses no more. */
    public synchronized void close() {
        closed = true;
        input = NOTHING;
        Inflater open = inflater;
        if (open != null) {
            inflater = null;
            open.end();
            account.release(MEMORY);
        }
    }
}
