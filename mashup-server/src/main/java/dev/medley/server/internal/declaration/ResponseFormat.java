package dev.medley.server.internal.declaration;

import dev.medley.format.CsvSeparator;
import dev.medley.format.Format;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The format of the bodies of a partner's responses, as a declared mashup reads them. */
public enum ResponseFormat {
    /** A JSON document (RFC 8259). */
    JSON,
    /** An XML document without a DOCTYPE. */
    XML,
    /** Comma-separated values with a header line (RFC 4180). */
    CSV,
    /** Plain text. */
    TEXT,
    /** A page, to whose document expressions put CSS selectors. */
    HTML,
    /** A feed in RSS, Atom or JSON Feed. */
    FEED;

    /**
     * Returns the reader of the format; null for JSON, which is checked when it arrives.
     *
     * @param separator of CSV
     */
    public @Nullable Format<?> reader(CsvSeparator separator) {
        return switch (this) {
            case JSON -> null;
            case XML -> Format.XML;
            case CSV -> Format.csv(separator);
            case TEXT -> Format.TEXT;
            case HTML -> Format.HTML;
            case FEED -> Format.FEED;
        };
    }

    /** Returns the name that the configuration uses. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
