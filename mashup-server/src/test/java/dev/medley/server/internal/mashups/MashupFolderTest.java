package dev.medley.server.internal.mashups;

import static dev.medley.server.internal.mashups.Jars.mashup;
import static dev.medley.server.internal.mashups.Jars.mashupAt;
import static dev.medley.server.internal.mashups.Jars.mashupUsing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.medley.config.ConfigurationException;
import dev.medley.server.internal.samples.TripServlet;
import dev.medley.servlet.MashupServlet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MashupFolderTest {

    private static final int RUNNING = Runtime.version().feature();
    private static final int LATER = RUNNING + 1;

    @TempDir
    private Path scratch = Path.of("");

    private Path folder = Path.of("");

    @BeforeEach
    void createFolder() throws IOException {
        folder = Files.createDirectory(scratch.resolve("mashups"));
    }

    @Test
    void theMashupsOfAllJarsAreFound() throws IOException {
        jar("a.jar", mashupAt("/cart", "CartServlet"), "package shop; public class Helper {}");
        jar("b.jar", mashupAt("/stock", "StockServlet"), mashupAt("/tax", "TaxServlet"));

        try (MashupFolder opened = open(folder)) {
            assertThat(opened.mashups())
                    .extracting(mashup -> mashup.getClass().getName())
                    .containsExactly("shop.CartServlet", "shop.StockServlet", "shop.TaxServlet");
            assertThat(opened.classes())
                    .extracting(found -> found.mapping().name())
                    .containsExactly("/cart", "/stock", "/tax");
        }
    }

    @Test
    void aMashupHasItsPathsItsNameAndItsFile() throws IOException {
        String annotation =
                "@jakarta.servlet.annotation.WebServlet(name = \"cart\", urlPatterns = {\"/cart\", \"/basket/*\"})";
        Path jar = jar("cart.jar", mashup("CartServlet", annotation));

        try (MashupFolder opened = open(folder)) {
            MashupServlet made = opened.mashups().get(0);
            assertThat(opened.classes())
                    .containsExactly(new MashupClass(
                            made.getClass(), new ServletMapping("cart", List.of("/cart", "/basket/*")), jar));
        }
    }

    @Test
    void eachJarHasAClassLoaderOfItsOwnWhoseParentIsTheServers() throws IOException {
        jar("a.jar", mashupAt("/a", "SameServlet"));
        jar("b.jar", mashupAt("/b", "SameServlet"));

        try (MashupFolder opened = open(folder)) {
            Class<?> one = opened.mashups().get(0).getClass();
            Class<?> other = opened.mashups().get(1).getClass();
            assertThat(one).isNotEqualTo(other);
            assertThat(one.getName()).isEqualTo(other.getName());
            assertThat(one.getClassLoader().getParent()).isEqualTo(MashupServlet.class.getClassLoader());
        }
    }

    @Test
    void classesCanBeLoadedUntilTheFolderIsClosed() throws Exception {
        jar(
                "a.jar",
                mashupAt("/a", "AServlet"),
                "package shop; public class Late {}",
                "package shop; public class Later {}");

        MashupFolder opened = open(folder);
        ClassLoader loader = opened.mashups().get(0).getClass().getClassLoader();
        assertThat(loader.loadClass("shop.Late")).isNotNull();
        opened.close();

        assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> loader.loadClass("shop.Later"));
    }

    @Test
    void aFolderOfLibrariesIsRefusedUnlessTheServerHasMashupsOfItsOwn() throws IOException {
        jar("library.jar", "package shop; public class Helper {}");

        assertProblems(folder)
                .containsExactly("no mashup in the JARs of " + folder
                        + ": expected a class with @WebServlet that extends MashupServlet, or a script, *.mjs");
        try (MashupFolder opened = MashupFolder.open(folder, List.of(TripServlet.class))) {
            assertThat(opened.mashups()).isEmpty();
        }
    }

    @Test
    void mashupsMayExtendOneAnotherAndAbstractOnesAreNotServed() throws IOException {
        jar(
                "a.jar",
                mashup("BaseServlet", "").replace("public class", "public abstract class"),
                servlet("/cart", "CartServlet", "BaseServlet"));

        try (MashupFolder opened = open(folder)) {
            assertThat(opened.classes())
                    .extracting(found -> found.type().getSimpleName())
                    .containsExactly("CartServlet");
        }
    }

    @Test
    void otherServletsAreIgnored() throws IOException {
        jar(
                "a.jar",
                mashupAt("/cart", "CartServlet"),
                servlet("/plain", "PlainServlet", "jakarta.servlet.http.HttpServlet"));

        try (MashupFolder opened = open(folder)) {
            assertThat(opened.classes()).hasSize(1);
        }
    }

    @Test
    void classesForOtherVersionsOfJavaAreIgnored() throws IOException {
        byte[] anything = {1, 2, 3};
        Jars.of(scratch, mashupAt("/cart", "CartServlet"))
                .with("META-INF/versions/99/shop/CartServlet.class", anything)
                .writeTo(folder.resolve("a.jar"));

        try (MashupFolder opened = open(folder)) {
            assertThat(opened.classes()).hasSize(1);
        }
    }

    @Test
    void aClassThatIsNoMashupAndCannotBeLoadedIsIgnored() throws IOException {
        Jars.of(
                        scratch,
                        mashupAt("/cart", "CartServlet"),
                        "package other; public class Optional {}",
                        "package other; public class Unused extends Optional {}")
                .without("other/Optional.class"::equals)
                .writeTo(folder.resolve("a.jar"));

        try (MashupFolder opened = open(folder)) {
            assertThat(opened.classes()).hasSize(1);
        }
    }

    @Test
    void theFolderDoesNotExist() {
        Path nowhere = scratch.resolve("nowhere");

        assertProblems(nowhere).containsExactly(nowhere + ": no such folder; expected a folder with JARs or scripts");
    }

    @Test
    void theFolderIsAFile() throws IOException {
        Path file = Files.writeString(scratch.resolve("file"), "");

        assertProblems(file).containsExactly(file + ": not a folder; expected a folder with JARs or scripts");
    }

    @Test
    void theFolderHasNoJar() throws IOException {
        Files.writeString(folder.resolve("read.me"), "");

        assertProblems(folder).containsExactly(folder + ": no JAR and no script in the folder; expected at least one");
    }

    @Test
    void aJarIsBroken() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.jar"), "not a JAR at all");

        assertProblems(folder)
                .singleElement()
                .asString()
                .startsWith(broken + ": not a readable JAR: ")
                .doesNotContain("\n");
    }

    @Test
    void aClassFileIsBroken() throws IOException {
        Path jar = Jars.of(scratch, mashupAt("/cart", "CartServlet"))
                .with("shop/Broken.class", "not a class file".getBytes(StandardCharsets.UTF_8))
                .writeTo(folder.resolve("a.jar"));

        assertProblems(folder)
                .containsExactly(jar + ": shop/Broken.class is not a valid class file: the header is missing");
    }

    @Test
    void aClassFileIsTruncated() throws IOException {
        Path jar = Jars.of(scratch, mashupAt("/cart", "CartServlet"))
                .with("shop/Broken.class", new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0})
                .writeTo(folder.resolve("a.jar"));

        assertProblems(folder)
                .containsExactly(jar + ": shop/Broken.class is not a valid class file: the header is missing");
    }

    @Test
    void aClassFileIsTruncatedAnywhere() throws IOException {
        Jars whole = Jars.of(scratch, mashupAt("/cart", "CartServlet"));
        byte[] bytes = whole.entry("shop/CartServlet.class");
        Path jar = folder.resolve("a.jar");
        for (int length = 8; length < bytes.length; length += 7) {
            whole.with("shop/CartServlet.class", Arrays.copyOf(bytes, length)).writeTo(jar);

            assertProblems(folder)
                    .as("%d of %d bytes", length, bytes.length)
                    .containsExactly(
                            jar + ": shop/CartServlet.class is not a valid class file: it is truncated or malformed");
        }
    }

    @Test
    void aMashupIsCompiledForALaterJava() throws IOException {
        Path jar = Jars.of(scratch, mashupAt("/cart", "CartServlet"))
                .forJava(LATER)
                .writeTo(folder.resolve("a.jar"));

        assertProblems(folder)
                .containsExactly(
                        "%s: shop.CartServlet is compiled for Java %d; this is Java %d".formatted(jar, LATER, RUNNING));
    }

    @Test
    void aClassThatAMashupUsesIsCompiledForALaterJava() throws IOException {
        String prices = "package shop; public class Prices {}";
        Jars later = Jars.of(scratch, prices).forJava(LATER);
        Path jar = Jars.of(scratch, mashupUsing("new Prices().toString()", "/cart", "CartServlet"), prices)
                .with("shop/Prices.class", later.entry("shop/Prices.class"))
                .writeTo(folder.resolve("a.jar"));

        assertProblems(folder)
                .singleElement()
                .asString()
                .startsWith(jar + ": shop.CartServlet needs the class shop.Prices, which cannot be loaded: ");
    }

    @Test
    void aClassThatIsNoMashupIsIgnoredIfItIsCompiledForAJavaThatIsNotKnownYet() throws IOException {
        Jars later = Jars.of(scratch, "package other; public class Unused {}").forJava(200);
        Jars.of(scratch, mashupAt("/cart", "CartServlet"))
                .with("other/Unused.class", later.entry("other/Unused.class"))
                .writeTo(folder.resolve("a.jar"));

        try (MashupFolder opened = open(folder)) {
            assertThat(opened.classes()).hasSize(1);
        }
    }

    @Test
    void aMashupIsCompiledForAJavaThatIsNotKnownYet() throws IOException {
        Path jar =
                Jars.of(scratch, mashupAt("/cart", "CartServlet")).forJava(200).writeTo(folder.resolve("a.jar"));

        assertProblems(folder)
                .containsExactly(
                        "%s: shop.CartServlet is compiled for Java 200; this is Java %d".formatted(jar, RUNNING));
    }

    @Test
    void aMashupHasNoAnnotation() throws IOException {
        Path jar = jar("a.jar", mashup("CartServlet", ""));

        assertProblems(folder)
                .containsExactly(
                        jar
                                + ": shop.CartServlet: no @WebServlet; expected one with a path, such as @WebServlet(\"/trip\")");
    }

    @Test
    void anAnnotationHasNoPath() throws IOException {
        Path jar = jar("a.jar", mashup("CartServlet", "@jakarta.servlet.annotation.WebServlet(name = \"cart\")"));

        assertProblems(folder)
                .containsExactly(
                        jar
                                + ": shop.CartServlet: @WebServlet without a path; expected one, such as @WebServlet(\"/trip\")");
    }

    @Test
    void aPathDoesNotBeginWithASlash() throws IOException {
        Path jar = jar("a.jar", mashupAt("cart", "CartServlet"));

        assertProblems(folder)
                .containsExactly(jar + ": shop.CartServlet: invalid path 'cart' in @WebServlet; expected one that"
                        + " begins with /, and a * as its last segment only, such as @WebServlet(\"/trip\")");
    }

    @Test
    void anAnnotationOfMedleyIsInvalid() throws IOException {
        Path jar = jar(
                "a.jar",
                mashup(
                        "Users",
                        "@jakarta.servlet.annotation.WebServlet(\"/user/*\")\n"
                                + "@dev.medley.servlet.annotation.MashupPath(\"/users/{id}\")"));

        assertProblems(folder)
                .containsExactly(jar + ": shop.Users: no request matches the template '/users/{id}' in @MashupPath;"
                        + " expected one within /user/*, where the mashup is");
    }

    @Test
    void twoMashupsHaveTheSamePath() throws IOException {
        Path a = jar("a.jar", mashupAt("/cart", "CartServlet"));
        Path b = jar("b.jar", mashupAt("/cart", "BasketServlet"));

        assertProblems(folder)
                .containsExactly(b + ": shop.BasketServlet and " + a + ": shop.CartServlet have the same path /cart");
    }

    @Test
    void twoMashupsHaveTheSameName() throws IOException {
        String annotation = "@jakarta.servlet.annotation.WebServlet(name = \"cart\", value = \"%s\")";
        Path a = jar("a.jar", mashup("CartServlet", annotation.formatted("/cart")));
        Path b = jar("b.jar", mashup("BasketServlet", annotation.formatted("/basket")));

        assertProblems(folder)
                .containsExactly(b + ": shop.BasketServlet and " + a
                        + ": shop.CartServlet have the same name 'cart' in @WebServlet");
    }

    @Test
    void aMashupHasTheNameOfOneOfTheServer() throws IOException {
        Path jar = jar(
                "a.jar",
                mashup(
                        "JourneyServlet",
                        "@jakarta.servlet.annotation.WebServlet(name = \"/trip\", value = \"/journey\")"));

        assertProblems(folder, Set.of(TripServlet.class))
                .containsExactly(
                        "%s: shop.JourneyServlet and the server's own %s have the same name '/trip' in @WebServlet"
                                .formatted(jar, TripServlet.class.getName()));
    }

    @Test
    void aMashupHasThePathOfOneOfTheServer() throws IOException {
        Path jar = jar("a.jar", mashupAt("/trip", "JourneyServlet"));

        assertProblems(folder, Set.of(TripServlet.class))
                .containsExactly("%s: shop.JourneyServlet and the server's own %s have the same path /trip"
                        .formatted(jar, TripServlet.class.getName()));
    }

    @Test
    void aClassThatAMashupUsesIsMissing() throws IOException {
        Path jar = Jars.of(
                        scratch,
                        mashupUsing("new com.acme.Prices().toString()", "/cart", "CartServlet"),
                        "package com.acme; public class Prices {}")
                .without("com/acme/Prices.class"::equals)
                .writeTo(folder.resolve("a.jar"));

        assertProblems(folder)
                .containsExactly(jar + ": shop.CartServlet needs the class com.acme.Prices,"
                        + " which is neither in the JAR nor in the server");
    }

    @Test
    void theClassThatAServletExtendsIsMissing() throws IOException {
        Path jar = Jars.of(scratch, mashup("BaseServlet", ""), servlet("/cart", "CartServlet", "BaseServlet"))
                .without("shop/BaseServlet.class"::equals)
                .writeTo(folder.resolve("a.jar"));

        assertProblems(folder)
                .containsExactly(jar + ": shop.CartServlet needs the class shop.BaseServlet,"
                        + " which is neither in the JAR nor in the server");
    }

    @Test
    void aClassThatAMashupUsesExtendsAClassThatIsMissing() throws IOException {
        Path jar = Jars.of(
                        scratch,
                        mashupUsing("new Prices().toString()", "/cart", "CartServlet"),
                        "package com.acme; public class Base {}",
                        "package shop; public class Prices extends com.acme.Base {}")
                .without("com/acme/Base.class"::equals)
                .writeTo(folder.resolve("a.jar"));

        assertProblems(folder)
                .containsExactly(jar + ": shop.CartServlet needs the class shop.Prices, which needs com.acme.Base,"
                        + " which is neither in the JAR nor in the server");
    }

    @Test
    void aMashupHasNoConstructorWithoutParameters() throws IOException {
        Path jar = jar("a.jar", constructed("public CartServlet(int number) {}"));

        assertProblems(folder)
                .containsExactly(jar
                        + ": shop.CartServlet: expected a public class with a public constructor without parameters");
    }

    @Test
    void aMashupsConstructorFails() throws IOException {
        Path jar =
                jar("a.jar", constructed("public CartServlet() { throw new IllegalStateException(\"no prices\"); }"));

        assertProblems(folder)
                .containsExactly(
                        jar + ": shop.CartServlet cannot be instantiated: java.lang.IllegalStateException: no prices");
    }

    @Test
    void allProblemsAreReportedTogether() throws IOException {
        jar("a.jar", mashup("CartServlet", ""), mashupAt("stock", "StockServlet"));
        Files.writeString(folder.resolve("b.jar"), "broken");
        jar("c.jar", mashupAt("/tax", "TaxServlet"));
        jar("d.jar", mashupAt("/tax", "LevyServlet"));

        assertProblems(folder).hasSize(4).noneMatch(problem -> problem.contains("\n"));
    }

    @Test
    void withoutAFolderThereAreNoMashups() {
        try (MashupFolder none = MashupFolder.none()) {
            assertThat(none.mashups()).isEmpty();
        }
    }

    private Path jar(String name, String... sources) throws IOException {
        return Jars.of(scratch, sources).writeTo(folder.resolve(name));
    }

    private static String servlet(String path, String name, String parent) {
        return "package shop; @jakarta.servlet.annotation.WebServlet(\"%s\") public class %s extends %s {}"
                .formatted(path, name, parent);
    }

    private static String constructed(String constructor) {
        return mashupAt("/cart", "CartServlet").replace("@Override", constructor + " @Override");
    }

    private static MashupFolder open(Path folder) {
        return MashupFolder.open(folder, Set.of());
    }

    private static ListAssert<String> assertProblems(Path folder) {
        return assertProblems(folder, Set.of());
    }

    private static ListAssert<String> assertProblems(Path folder, Set<Class<? extends MashupServlet>> served) {
        ConfigurationException thrown =
                assertThrows(ConfigurationException.class, () -> MashupFolder.open(folder, served));
        return assertThat(thrown.problems());
    }
}
