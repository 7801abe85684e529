package dev.medley.config.internal;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.expression.RequestExpression;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.OpenValue;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** Declared mashups whose keys may have any values. */
final class UnreadDeclarations implements DeclarationFormat {

    private static final Group KEYS = Group.of("The keys of a declared mashup");

    static {
        MashupKeys.OF_DECLARED.forEach(name -> KEYS.add(name, new OpenValue("Read by the server")));
    }

    @Override
    public Group keys() {
        return KEYS;
    }

    @Override
    public List<Declaration> read(Document document, Key mashup) {
        return List.of(new OfPath(LocatedText.ofName(document, mashup)));
    }

    @Override
    public @Nullable RequestExpression compile(LocatedText source, ObjIntConsumer<String> problems) {
        problems.accept(
                "is an expression, which nothing here can compute; expected the JAR mashup-server in the application",
                0);
        return null;
    }

    private record OfPath(LocatedText path) implements Declaration {}
}
