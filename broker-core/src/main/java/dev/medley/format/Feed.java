package dev.medley.format;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A feed, whatever its format: RSS 0.9 to 2.0, Atom 0.3 and 1.0, JSON Feed 1.0 and 1.1. Titles and descriptions are plain text; links are
 * absolute if the feed or its location tells to what they are relative; dates are in UTC. As JSON, members without a value are absent, and
 * dates are as RFC 3339 has them. Immutable.
 *
 * @param title of the feed
 * @param link the page that it is the feed of
 * @param id the identifier that the feed has for itself
 * @param updated when it was changed last; when it was published, if it does not tell this
 * @param description of the feed
 * @param language a tag such as {@code en-us}
 * @param entries in the order of the feed
 * @param malformed what is wrong with a feed that could be read nevertheless, the first ten faults: the place where it is not
 *     well-formed, or the text of a date that is none; usually empty
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Feed(
        @Nullable String title,
        @Nullable String link,
        @Nullable String id,
        @Nullable Instant updated,
        @Nullable String description,
        @Nullable String language,
        List<Entry> entries,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> malformed) {

    /** Copies the lists. */
    public Feed {
        entries = List.copyOf(entries);
        malformed = List.copyOf(malformed);
    }

    /**
     * An entry of a feed, or item. Summary and content are HTML of the author of the feed, with whatever scripts it has.
     *
     * @param title as plain text
     * @param link the page that it is about
     * @param id the identifier that it keeps when it changes
     * @param updated when it was changed last; when it was published, if it does not tell this
     * @param published when it was published first
     * @param summary an abstract, as HTML
     * @param content the whole, as HTML
     * @param authors their names, or addresses where there is no name
     * @param categories their names
     * @param enclosures files that belong to it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Entry(
            @Nullable String title,
            @Nullable String link,
            @Nullable String id,
            @Nullable Instant updated,
            @Nullable Instant published,
            @Nullable String summary,
            @Nullable String content,
            List<String> authors,
            List<String> categories,
            List<Enclosure> enclosures) {

        /** Copies the lists. */
        public Entry {
            authors = List.copyOf(authors);
            categories = List.copyOf(categories);
            enclosures = List.copyOf(enclosures);
        }
    }

    /**
     * A file that belongs to an entry, such as a recording.
     *
     * @param url of the file
     * @param type its media type
     * @param length its bytes
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Enclosure(
            String url, @Nullable String type, @Nullable Long length) {}
}
