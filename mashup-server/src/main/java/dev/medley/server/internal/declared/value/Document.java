package dev.medley.server.internal.declared.value;

import dev.medley.format.FormatException;
import dev.medley.json.Json;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value of a declared mashup: a JSON document, which is passed on byte by byte, and the tree that expressions see, each made from
 * the other when it is first asked for. Thread-safe: two threads may make the same one.
 */
public final class Document {

    /** Stands for a tree that has not been made. */
    private static final Object UNMADE = new Object();

    private final List<Result> elements;
    private final @Nullable Supplier<Json> composer;
    /** Bytes that the tree was made of, as long as they are no JSON. */
    private final long bytes;

    private volatile @Nullable Json json;
    private volatile @Nullable Object tree;

    private Document(
            @Nullable Json json,
            @Nullable Object tree,
            List<Result> elements,
            @Nullable Supplier<Json> composer,
            long bytes) {
        this.bytes = bytes;
        this.json = json;
        this.tree = tree;
        this.elements = elements;
        this.composer = composer;
    }

    /** Returns the document of checked JSON, which is parsed only when its tree is asked for. */
    public static Document of(Json json) {
        return new Document(json, UNMADE, List.of(), null, 0);
    }

    /** Returns the document of a tree, null for JSON's null, which is written only when its JSON is asked for. */
    public static Document ofTree(@Nullable Object tree) {
        return ofTree(tree, 0);
    }

    /** The same, of a tree that was made of {@code bytes} of another format, or of several documents: to look through it, or to write it, may take long. */
    public static Document ofTree(@Nullable Object tree, long bytes) {
        return new Document(null, tree, List.of(), null, bytes);
    }

    /** The same, written at once: what cannot be written fails now. */
    public static Document written(@Nullable Object tree) {
        return new Document(Json.of(tree), tree, List.of(), null, 0);
    }

    /** Returns the array of the values of {@code elements}, null where there is none. */
    static Document ofElements(List<Result> elements) {
        return new Document(null, UNMADE, elements, null, 0);
    }

    /** Returns the document that {@code composer} makes of others, when it is first asked for: until then it takes no bytes of its own. */
    public static Document composed(Supplier<Json> composer) {
        return new Document(null, UNMADE, List.of(), composer, 0);
    }

    /** Returns the document. What is composed of other documents is composed anew: it would take their bytes once more. */
    public Json json() {
        if (composer != null) {
            return composer.get();
        }
        Json known = json;
        if (known == null) {
            if (tree == UNMADE) {
                return Json.of(jsonOfElements());
            }
            known = Json.of(tree);
            json = known;
        }
        return known;
    }

    private List<@Nullable Json> jsonOfElements() {
        List<@Nullable Json> documents = new ArrayList<>(elements.size());
        for (Result each : elements) {
            documents.add(each.value() == null ? null : each.value().json());
        }
        return documents;
    }

    /** Returns the tree, parsed by the first call, in its thread; null for JSON's null. */
    @Nullable
    public Object tree() {
        Object known = tree;
        if (known == UNMADE) {
            Json document = composer == null ? json : json();
            known = document == null ? treeOfElements() : read(document);
            tree = known;
        }
        return known;
    }

    /** Parses a document that has been checked, but may have a number that no expression can compute with. */
    static @Nullable Object read(Json document) {
        try {
            return JsonTree.read(document.bytes());
        } catch (FormatException x) {
            throw new ProblemException(Status.BAD_GATEWAY, "a document cannot be computed with: " + x.getMessage());
        }
    }

    private List<@Nullable Object> treeOfElements() {
        List<@Nullable Object> trees = new ArrayList<>(elements.size());
        for (Result each : elements) {
            trees.add(each.value() == null ? null : each.value().tree());
        }
        return Collections.unmodifiableList(trees);
    }

    /** Returns the bytes that are to be parsed before there is a tree, or that a tree was made of which is not written. */
    public long unparsed() {
        if (tree != UNMADE) {
            return bytes;
        }
        Json document = composer == null ? json : json();
        if (document != null) {
            return document.bytes().length;
        }
        long sum = 0;
        for (Result each : elements) {
            sum += each.value() == null ? 0 : each.value().unparsed();
        }
        return sum;
    }
}
