package dev.medley.js.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.TypeLiteral;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The declarations of {@code medley types} are what a script finds. */
final class DeclarationsTest {

    private static final String SCRIPT = """
            export const path = '/names';
            const members = (object, type) => [
              ...Object.getOwnPropertyNames(Object.getPrototypeOf(object)), ...Object.keys(object)].filter(
                (each) => each !== 'constructor');
            export default async (request, context) => {
              const call = context.partners.a.get('/');
              const {options} = (() => {
                try {
                  context.partners.a.get('/', {}, {none: 1});
                } catch (error) {
                  return {options: error.message.replace(/.*expected one of /, '').split(', ')};
                }
              })();
              return {
                globals: Object.getOwnPropertyNames(globalThis),
                Request: Object.keys(request),
                Context: Object.keys(context),
                Partner: members(context.partners.a),
                Call: members(call).filter((each) => each !== 'then' && each !== 'toJSON'),
                Result: members(call.json()),
                Options: options.filter((each) => each !== 'type'),
                Headers: members(new Headers()),
                Response: members(new Response()),
                XMLHttpRequest: members(new XMLHttpRequest()),
                Problem: Object.keys(new Problem(404, '')),
              };
            };
            """;

    @TempDir
    private Path folder;

    private String declarations = "";
    private JsonNode found = JsonMapper.shared().nullNode();

    @BeforeEach
    void read() throws IOException {
        Path file = Files.writeString(
                folder.resolve("medley.yaml"), "partners: {a: {url: 'http://127.0.0.1:1', retries: 0}}");
        Files.writeString(folder.resolve("names.mjs"), SCRIPT);
        Path out = folder.resolve("medley.d.ts");
        Ran types = Ran.command(List.of("types", "--config", file.toString(), "--out", out.toString()));
        assertThat(types.code()).as(types.errors()).isZero();
        declarations = Files.readString(out);
        Ran ran = Ran.command(List.of("try", file.toString(), "/names", "--mashups", folder.toString(), "--json"));
        assertThat(ran.code()).as(ran.output() + ran.errors()).isZero();
        found = JsonMapper.shared().readTree(ran.output()).at("/body");
    }

    @Test
    void theGlobalsAreThoseOfAScript() {
        Set<String> ofLanguage;
        try (Context bare =
                Context.newBuilder("js").allowExperimentalOptions(true).build()) {
            ofLanguage = Set.copyOf(
                    bare.eval("js", "Object.getOwnPropertyNames(globalThis)").as(new TypeLiteral<List<String>>() {}));
        }
        Set<String> globals = new TreeSet<>(names(found.at("/globals")));
        globals.removeIf(each -> ofLanguage.contains(each) && !each.equals("console"));

        assertThat(matches("(?m)^declare (?:class|function|const) (\\w+)", declarations))
                .isEqualTo(globals);
    }

    @Test
    void theMembersAreThoseOfAScript() {
        for (String type : found.propertyNames()) {
            if (!type.equals("globals")) {
                assertThat(members(type)).as(type).isEqualTo(names(found.at("/" + type)));
            }
        }
    }

    private Set<String> members(String type) {
        Matcher block = Pattern.compile(
                        "(?ms)^( *)(?:declare class|interface) %s\\b[^\\n]*\\n(.*?)^\\1}$".formatted(type))
                .matcher(declarations);
        assertThat(block.find()).as(type).isTrue();
        String indent = block.group(1) + "  ";
        return matches(
                "(?m)^%s(?!static |constructor|private )(?:readonly )?(\\w+)\\??[(:<]".formatted(indent),
                block.group(2));
    }

    private static Set<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> names(JsonNode list) {
        return list.valueStream().map(JsonNode::stringValue).collect(Collectors.toCollection(TreeSet::new));
    }
}
