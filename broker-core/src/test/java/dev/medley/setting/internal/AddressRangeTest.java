package dev.medley.setting.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class AddressRangeTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 127.0.0.2, false",
        "127.0.0.1, ::ffff:127.0.0.1, true",
        "192.168.4.0/22, 192.168.7.255, true",
        "192.168.4.0/22, 192.168.8.0, false",
        "0.0.0.0/0, 9.9.9.9, true",
        "0.0.0.0/0, ::1, false",
        "::/0, ::1, true",
        "fd00::/8, fdff::1, true",
        "fd00::/8, fe00::1, false",
        "::1, ::1, true"
    })
    void aRangeHasTheAddressesWithItsBits(String range, String address, boolean contained) throws Exception {
        assertThat(AddressRange.parse(range).contains(InetAddress.getByName(address)))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "example.org | 'example.org' is not a range of addresses",
                "'' | '' is not a range of addresses",
                "10.0.0.0/x | '10.0.0.0/x' is not a range of addresses",
                "10.0.0.256 | '10.0.0.256' is not an address",
                "1:2 | '1:2' is not an address",
                "10.0.0.0/33 | '10.0.0.0/33' has too many bits; expected at most 32",
                "10.0.0.1/8 | '10.0.0.1/8' has host bits set"
            })
    void whatIsNoRangeIsRefused(String text, String message) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> AddressRange.parse(text))
                .withMessageStartingWith(message);
    }

    /** A field of a client may have such a text: one that is looked up blocks, and asks whom the client wants. */
    @Test
    void whatIsNoAddressIsNotLookedUpAsAName(@TempDir Path folder) throws Exception {
        List<String> texts = List.of("10.0.0.256", "1.2.3.4444", "0001.0002.0003.0004", ".:1");
        Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.9 " + String.join(" ", texts) + "\n");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.net.hosts.file=" + hosts,
                "-cp",
                classPath(),
                Parsing.class.getName()));
        command.addAll(texts);

        Process parsing = new ProcessBuilder(command).redirectErrorStream(true).start();
        String parsed = new String(parsing.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(parsed.lines()).hasSameSizeAs(texts).allMatch(line -> line.endsWith(" is refused"));
    }

    /** The folders of the classes, as {@code java.class.path} may name a JAR with a manifest only. */
    private static String classPath() {
        return Stream.of(AddressRange.class, AddressRangeTest.class, Nullable.class, JsonNode.class)
                .map(type ->
                        type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Tells of each argument whether it is an address. */
    static final class Parsing {

        private Parsing() {}

        public static void main(String[] texts) {
            for (String text : texts) {
                try {
                    System.out.println(text + " is " + AddressRange.parse(text));
                } catch (InvalidValueException x) {
                    System.out.println(text + " is refused");
                }
            }
        }
    }
}
