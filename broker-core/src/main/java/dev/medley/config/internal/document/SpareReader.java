package dev.medley.config.internal.document;

import java.io.IOException;
import java.io.StringReader;

/**
 * Reader of a text that leaves one char of a buffer free. The YAML parser (snakeyaml-engine 3.0.1) needs it where the buffer
 * would end between the two chars of a character, and otherwise fails by an index that is out of bounds.
 */
public final class SpareReader extends StringReader {

    /** Creates a reader of a text. */
    public SpareReader(String text) {
        super(text);
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        return super.read(buffer, offset, length > 1 ? length - 1 : length);
    }
}
