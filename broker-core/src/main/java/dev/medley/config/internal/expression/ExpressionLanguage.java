package dev.medley.config.internal.expression;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.LocatedText;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** The language of expressions. */
public interface ExpressionLanguage {

    /**
     * Returns the expression {@code source}; null if it is none.
     *
     * @param problems takes what is wrong, with the offset in the text
     */
    @Nullable
    RequestExpression compile(LocatedText source, ObjIntConsumer<String> problems);

    /** Returns the expression that {@code key} has; null if it has none, or one that is wrong, which is a problem of the document. */
    default @Nullable RequestExpression expression(Document document, Key key) {
        if (document.at(key).isMissingNode()) {
            return null;
        }
        LocatedText text = LocatedText.of(document, key);
        return compile(text, (fault, offset) -> document.addProblem(text, offset, fault));
    }
}
