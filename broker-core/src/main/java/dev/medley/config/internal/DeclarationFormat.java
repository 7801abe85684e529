package dev.medley.config.internal;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.expression.ExpressionLanguage;
import dev.medley.setting.internal.Group;
import java.util.List;

/**
 * The keys by which the section of a mashup declares it, beside the options of any mashup, and what is read from them; and the
 * language of its expressions.
 */
public interface DeclarationFormat extends ExpressionLanguage {

    /** That of a program without the server, which finds declared mashups, to refuse them, and reads nothing but their paths. */
    DeclarationFormat UNREAD = new UnreadDeclarations();

    /** Returns the keys: those that {@link MashupKeys} has the names of, in that order. */
    Group keys();

    /** Reads the mashup of a path, each of whose values is valid by itself, or one for each of its methods. */
    List<? extends Declaration> read(Document document, Key mashup);
}
