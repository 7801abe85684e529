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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Holds what is public to the lists in {@code src/test/resources/api}, so that each change of the surface is seen in a diff.
 * {@code -Dmedley.documents=write} writes them.
 */
class ApiSurfaceTest {

    private static final Path LISTS = Path.of("src/test/resources/api");

    /** The modules, each with a class of its own, and the packages and classes that users need. Others are listed by name. */
    enum Module {
        BROKER_CORE(
                Mashup.class,
                "dev.medley.mashup",
                "dev.medley.servlet",
                "dev.medley.exchange",
                "dev.medley.json",
                "dev.medley.context",
                "dev.medley.config",
                "dev.medley.connection",
                "dev.medley.partner"),
        PARTNER_STUBS(
                PartnerStubs.class,
                "dev.medley.stubs",
                "dev.medley.stubs.raw",
                "dev.medley.stubs.proxy",
                "dev.medley.stubs.tls"),
        MASHUP_SERVER(
                MedleyServer.class, "dev.medley.server", "dev.medley.server.recording", "dev.medley.server.reload"),
        MASHUP_TEST(MedleyExtension.class, "dev.medley.test");

        private final Class<?> known;
        private final String api;

        Module(Class<?> known, String... api) {
            this.known = known;
            this.api = String.join(" ", api);
        }

        boolean isApi(Class<?> type) {
            String outermost = type.getName().split("\\$", -1)[0];
            List<String> listed = List.of(api.split(" ", -1));
            return listed.contains(type.getPackageName()) || listed.contains(outermost);
        }

        Path list() {
            return LISTS.resolve(name().toLowerCase(Locale.ROOT).replace('_', '-') + ".txt");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSurfaceIsTheOneThatIsListed(Module module) throws Exception {
        List<String> surface = surface(module);

        if ("write".equals(System.getProperty("medley.documents"))) {
            Files.createDirectories(LISTS);
            Files.writeString(module.list(), String.join("\n", surface) + "\n");
        }

        List<String> listed = Files.readAllLines(module.list());
        assertThat(missing(surface, listed))
                .as("public, but not in %s. If it is so on purpose, -Dmedley.documents=write lists it", module.list())
                .isEmpty();
        assertThat(missing(listed, surface))
                .as(
                        "in %s, but no longer public: users' code may break. -Dmedley.documents=write removes it",
                        module.list())
                .isEmpty();
        assertThat(listed).isEqualTo(surface);
    }

    private static List<String> surface(Module module) throws IOException, ClassNotFoundException {
        List<Class<?>> classes = PublicClasses.of(module.known);
        List<String> lines = new ArrayList<>();
        for (Class<?> type : classes) {
            if (module.isApi(type)) {
                lines.addAll(Members.of(type));
            }
        }
        lines.add("");
        lines.add("# Public for other packages and modules of Medley only; may change at any time");
        classes.stream().filter(type -> !module.isApi(type)).map(Class::getName).forEach(lines::add);
        return lines;
    }

    private static List<String> missing(List<String> these, List<String> those) {
        List<String> missing = new ArrayList<>(these);
        missing.removeAll(those);
        return missing;
    }
}
