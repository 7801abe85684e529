package dev.medley.server.internal.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.Collectors;

/** The TypeScript declarations of what scripts find, for editors and type checkers. */
final class TypeDeclarations {

    /** The name of the file. */
    static final String FILE = "medley.d.ts";

    private static final String PARTNERS = "{{partners}}";

    private TypeDeclarations() {}

    /** Returns the text with these names of partners. */
    static String of(Collection<String> partners) {
        String members = partners.stream()
                .sorted()
                .map(name -> "    readonly %s: Partner;".formatted(isIdentifier(name) ? name : "'" + name + "'"))
                .collect(Collectors.joining("\n"));
        try (InputStream in = TypeDeclarations.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IOException("this build of Medley has no " + FILE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace(PARTNERS, members.isEmpty() ? "    // The configuration has none." : members);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    private static boolean isIdentifier(String name) {
        return name.matches("[A-Za-z_$][A-Za-z0-9_$]*");
    }
}
