package dev.medley.server.internal.declaration;

import dev.medley.config.internal.ConfigurationReader;
import dev.medley.config.internal.DeclarationFormat;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.expression.RequestExpression;
import dev.medley.setting.internal.Group;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** The configuration with the mashups that it declares. */
public final class ServerConfiguration {

    /** How it declares them. */
    public static final DeclarationFormat FORMAT = new Format();

    /** Reads it. */
    public static final ConfigurationReader READER = new ConfigurationReader(FORMAT);

    private ServerConfiguration() {}

    private static final class Format implements DeclarationFormat {

        @Override
        public Group keys() {
            return DeclaredKeys.KEYS;
        }

        @Override
        public List<MashupDeclaration> read(Document document, Key mashup) {
            return DeclarationReader.read(document, mashup);
        }

        @Override
        public @Nullable RequestExpression compile(LocatedText source, ObjIntConsumer<String> problems) {
            return RequestFormula.compile(source, problems);
        }
    }
}
