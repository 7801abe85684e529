package dev.medley.format;

import dev.medley.format.internal.feed.FeedDates;
import dev.medley.format.internal.feed.FeedNode;
import dev.medley.format.internal.feed.FeedNotes;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What RSS and Atom have in common: many a feed has elements of both. */
final class FeedElements {

    /** {@code jo@example.com (Jo)} and {@code Jo <jo@example.com>}, as mail has them. */
    private static final Pattern NAME_BEHIND = Pattern.compile("\\S{1,200}@\\S{1,200}\\s*\\(([^()]{1,200})\\)");

    private static final Pattern NAME_BEFORE = Pattern.compile("([^<>]{1,200}?)\\s*<[^<>\\s]{1,200}@[^<>\\s]{1,200}>");

    private static final Set<String> UPDATED =
            Set.of("updated", "modified", "lastbuilddate", "dcterms:modified", "dc:date");

    private static final Set<String> PUBLISHED = Set.of("published", "issued", "pubdate", "dcterms:issued");

    private final FeedNotes notes;

    FeedElements(FeedNotes notes) {
        this.notes = notes;
    }

    /** Returns when a feed or an entry was published; null if it does not tell. */
    @Nullable
    Instant published(FeedNode node) {
        return date(node, PUBLISHED);
    }

    /** Returns when a feed or an entry was changed; null if it does not tell. */
    @Nullable
    Instant updated(FeedNode node) {
        Instant updated = date(node, UPDATED);
        // Of CDF, which is older than RSS.
        String modified = updated == null ? node.attribute("lastmod") : null;
        return modified == null ? updated : FeedDates.instant(modified);
    }

    /** Returns the date of the last child of one of these names that has one. */
    private @Nullable Instant date(FeedNode node, Set<String> names) {
        Instant last = null;
        for (FeedNode each : node.children()) {
            String text = names.contains(each.name()) ? each.textOrNull() : null;
            if (text != null) {
                Instant date = FeedDates.instant(text);
                if (date == null) {
                    notes.date(each.name(), text);
                }
                last = date == null ? last : date;
            }
        }
        return last;
    }

    /** Returns the links to files: {@code enclosure}, {@code link rel="enclosure"} and {@code media:content}. */
    List<Feed.Enclosure> enclosures(FeedNode entry) {
        Map<String, Feed.Enclosure> enclosures = new LinkedHashMap<>();
        for (FeedNode each : entry.children()) {
            switch (each.name()) {
                case "enclosure" -> addEnclosure(enclosures, each, "url", "length");
                case "link" -> {
                    if ("enclosure".equals(each.attribute("rel"))) {
                        addEnclosure(enclosures, each, "href", "length");
                    }
                }
                case "media:content" -> addEnclosure(enclosures, each, "url", "filesize");
                case "media:group" ->
                    each.children("media:content").forEach(file -> addEnclosure(enclosures, file, "url", "filesize"));
                default -> {
                    // Any other element.
                }
            }
        }
        return List.copyOf(enclosures.values());
    }

    private static void addEnclosure(
            Map<String, Feed.Enclosure> enclosures, FeedNode node, String link, String length) {
        String url = node.attribute(link);
        if (url == null) {
            url = node.attribute(link.equals("url") ? "href" : "url");
        }
        String absolute = url == null ? "" : node.absolute(url);
        if (!absolute.isEmpty()) {
            enclosures.putIfAbsent(
                    absolute,
                    new Feed.Enclosure(absolute, node.attribute("type"), FeedReader.length(node.attribute(length))));
        }
    }

    /** Returns the names of categories: of Atom their terms, of RSS their texts. */
    static List<String> categories(FeedNode entry) {
        Set<String> categories = new LinkedHashSet<>();
        for (FeedNode each : entry.children()) {
            boolean isOne = each.name().equals("category") || each.name().equals("dc:subject");
            String term = isOne ? each.attribute("term") : null;
            String category = isOne && term == null ? each.textOrNull() : term;
            if (category != null && !category.isEmpty()) {
                categories.add(category);
            }
        }
        return List.copyOf(categories);
    }

    /** Returns the names of the authors. */
    static List<String> authors(FeedNode entry) {
        Set<String> authors = new LinkedHashSet<>();
        for (FeedNode each : entry.children()) {
            String author = switch (each.name()) {
                case "author", "dc:author", "dc:creator", "itunes:author", "managingeditor" -> author(each);
                default -> null;
            };
            if (author != null) {
                authors.add(author);
            }
        }
        return List.copyOf(authors);
    }

    private static @Nullable String author(FeedNode node) {
        if (node.hasChildren()) {
            FeedNode name = node.first(each -> each.textOrNull() != null, "name", "email", "uri", "url");
            return name == null ? null : name.textOrNull();
        }
        String text = node.text();
        Matcher behind = NAME_BEHIND.matcher(text);
        if (behind.matches()) {
            return behind.group(1).strip();
        }
        Matcher before = NAME_BEFORE.matcher(text);
        return before.matches() && !before.group(1).isBlank() ? before.group(1).strip() : text.isEmpty() ? null : text;
    }

    /** Returns the link to the page itself that elements of Atom have; null if there is none. */
    static @Nullable String alternate(FeedNode node) {
        for (FeedNode each : node.children("link")) {
            String rel = each.attribute("rel");
            String type = each.attribute("type");
            String href = each.attribute("href");
            boolean isPage = type == null || type.isEmpty() || type.contains("html");
            if (href != null && isPage && (rel == null || rel.equals("alternate"))) {
                return link(each, href);
            }
        }
        return null;
    }

    /** Returns an absolute link; null if it leads nowhere. */
    static @Nullable String link(FeedNode node, @Nullable String href) {
        String absolute = href == null ? "" : node.absolute(href);
        return absolute.isEmpty() ? null : absolute;
    }

    /** Returns an identifier that is a link, as many are. */
    static @Nullable String permalink(@Nullable String id) {
        return id != null && (id.startsWith("http://") || id.startsWith("https://")) ? id : null;
    }

    /** Returns the text of the first child of one of these names that has some. */
    static @Nullable String text(FeedNode node, String... names) {
        FeedNode first = node.first(each -> each.textOrNull() != null, names);
        return first == null ? null : first.textOrNull();
    }
}
