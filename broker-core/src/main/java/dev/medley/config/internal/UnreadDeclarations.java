package dev.medley.config.internal;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.OpenValue;
import java.util.List;

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

    private record OfPath(LocatedText path) implements Declaration {}
}
