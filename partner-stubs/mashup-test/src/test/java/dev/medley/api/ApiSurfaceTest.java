package dev.medley.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.mashup.Mashup;
import dev.medley.server.MedleyServer;
import dev.medley.stubs.PartnerStubs;
import dev.medley.test.MedleyExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Holds the API. A public type is supported, unless its package has the name {@code internal} in it. What is supported is listed in
 * {@code src/test/resources/api}, so that each change is seen in a diff, and names nothing that is not.
 * {@code -Dmedley.documents=write} writes the lists.
 */
class ApiSurfaceTest {

    private static final Path LISTS = Path.of("src/test/resources/api");

    /** The modules that users' code may call, each with a class of its own. */
    enum Module {
        BROKER_CORE(Mashup.class),
        PARTNER_STUBS(PartnerStubs.class),
        MASHUP_SERVER(MedleyServer.class),
        MASHUP_TEST(MedleyExtension.class);

        private final Class<?> known;

        Module(Class<?> known) {
            this.known = known;
        }

        List<Class<?>> supported() throws IOException, ClassNotFoundException {
            return PublicClasses.of(known).stream()
                    .filter(PublicClasses::isSupported)
                    .toList();
        }

        Path list() {
            return LISTS.resolve(name().toLowerCase(Locale.ROOT).replace('_', '-') + ".txt");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSurfaceIsTheOneThatIsListed(Module module) throws Exception {
        List<String> surface = new ArrayList<>();
        for (Class<?> type : module.supported()) {
            surface.addAll(Members.of(type));
        }

        if ("write".equals(System.getProperty("medley.documents"))) {
            Files.createDirectories(LISTS);
            Files.writeString(module.list(), String.join("\n", surface) + "\n");
        }

        List<String> listed = Files.readAllLines(module.list());
        assertThat(missing(surface, listed))
                .as(
                        "supported, but not in %s. If it is so on purpose, -Dmedley.documents=write lists it",
                        module.list())
                .isEmpty();
        assertThat(missing(listed, surface))
                .as(
                        "in %s, but no longer supported: users' code may break. -Dmedley.documents=write removes it",
                        module.list())
                .isEmpty();
        assertThat(listed).isEqualTo(surface);
    }

    @ParameterizedTest
    @EnumSource
    void aSupportedSignatureNamesOnlyWhatIsSupported(Module module) throws Exception {
        List<String> open = new ArrayList<>();
        for (Class<?> type : module.supported()) {
            Stream.concat(Stream.of(type.getName()), Members.namedBy(type).stream())
                    .filter(name -> !Members.isSupported(name))
                    .forEach(name -> open.add(type.getName() + " names " + name));
        }
        assertThat(open)
                .as("move the member to a class of an internal package, or name a type of the JDK in it")
                .isEmpty();
    }

    private static List<String> missing(List<String> these, List<String> those) {
        List<String> missing = new ArrayList<>(these);
        missing.removeAll(those);
        return missing;
    }
}
