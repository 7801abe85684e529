import dev.medley.server.internal.declared.expression.syntax.Bounds;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Poses the cases of JSONata's own suite, in the folder test/test-suite of a checkout, to the expressions of declared mashups.
 * Prints a line for each: {@code agrees}, {@code differs} or {@code refused} (by the compiler, where a value is expected), its
 * name, and what came of it.
 *
 * <p>Numbers agree if their first 15 digits do, as many as a double has of each. An expression of the suite has an input
 * document; those of Medley have variables only. So the document is a variable, and the expression the value of a group of it, where
 * it is the context.
 */
final class JsonataSuite {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final Bounds BOUNDS = new Bounds(Duration.ofSeconds(20), System::nanoTime, InstantSource.system());

    private static final String INPUT = "suite_input";

    private static final Object FAILURE = new Object() {
        @Override
        public String toString() {
            return "a failure";
        }
    };

    private static final MathContext DIGITS = new MathContext(15);

    private final Path suite;

    private JsonataSuite(Path suite) {
        this.suite = suite;
    }

    public static void main(String[] arguments) throws IOException {
        new JsonataSuite(Path.of(arguments[0], "test", "test-suite")).run();
    }

    private static List<Path> sorted(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private void run() throws IOException {
        for (Path group : sorted(suite.resolve("groups"))) {
            if (!Files.isDirectory(group)) {
                continue;
            }
            for (Path file : sorted(group)) {
                if (!file.toString().endsWith(".json")) {
                    continue;
                }
                Object read = MAPPER.readValue(Files.readString(file), Object.class);
                List<?> cases = read instanceof List<?> list ? list : List.of(read);
                for (int i = 0; i < cases.size(); i++) {
                    String name = group.getFileName() + "/" + file.getFileName().toString().replace(".json", "");
                    pose(cases.size() == 1 ? name : name + "[" + i + "]", group, (Map<?, ?>) cases.get(i));
                }
            }
        }
    }

    private void pose(String name, Path group, Map<?, ?> spec) throws IOException {
        Object file = spec.get("expr-file");
        String text = file == null ? (String) spec.get("expr") : Files.readString(group.resolve((String) file));
        Map<String, Object> values = new LinkedHashMap<>();
        if (spec.get("bindings") instanceof Map<?, ?> bindings) {
            bindings.forEach((key, value) -> values.put((String) key, value));
        }
        Object input = input(spec);
        values.put(INPUT, input);
        boolean failure = spec.containsKey("code") || spec.containsKey("error");
        Object expected = failure ? FAILURE : spec.containsKey("result") ? spec.get("result") : Expression.UNDEFINED;
        String outcome = "";
        String detail = "";
        // JSONata has an array in an array for names, and the array itself for $.
        String variable = "$" + INPUT;
        for (String context : input instanceof List
                ? List.of("[[" + variable + "]]", "[[[" + variable + "]]]")
                : List.of(variable)) {
            Object result;
            try {
                Expression expression = compiled(context + "{\"result\": " + text + "\n}", values.keySet());
                try {
                    result = result(expression.evaluate(each -> values.getOrDefault(each, Expression.UNDEFINED)));
                } catch (ExpressionException x) {
                    result = FAILURE;
                    detail = "failed: " + x.getMessage();
                }
                outcome = agree(expected, result) || (failure && isRefusedAlone(text, values.keySet())) ? "agrees" : "differs";
            } catch (ExpressionException x) {
                result = FAILURE;
                detail = x.getMessage();
                outcome = failure ? "agrees" : "refused";
            }
            if (result != FAILURE) {
                detail = result + "; expected " + expected;
            }
            if (outcome.equals("agrees")) {
                break;
            }
        }
        print(outcome, name, detail, text);
    }

    private static Expression compiled(String text, Set<String> names) {
        return Expression.compile(text, new Variables(Set.copyOf(names), Set.copyOf(names)), BOUNDS);
    }

    /** Whether the expression has no parent of its context where it stands alone, as it does in the suite. */
    private static boolean isRefusedAlone(String text, Set<String> names) {
        try {
            compiled(text, names);
            return false;
        } catch (ExpressionException x) {
            return x.getMessage().contains("no parent");
        }
    }

    private static Object result(Object wrapped) {
        Map<?, ?> object = (Map<?, ?>) wrapped;
        return object.containsKey("result") ? object.get("result") : Expression.UNDEFINED;
    }

    private Object input(Map<?, ?> spec) throws IOException {
        if (spec.containsKey("data")) {
            return spec.get("data");
        }
        Object dataset = spec.get("dataset");
        return dataset == null
                ? Expression.UNDEFINED
                : MAPPER.readValue(Files.readString(suite.resolve("datasets").resolve(dataset + ".json")), Object.class);
    }

    private static boolean agree(Object one, Object other) {
        if (one instanceof Number first && other instanceof Number second) {
            return exact(first).round(DIGITS).compareTo(exact(second).round(DIGITS)) == 0;
        }
        if (one instanceof List<?> first && other instanceof List<?> second) {
            return first.size() == second.size()
                    && Stream.iterate(0, i -> i < first.size(), i -> i + 1)
                            .allMatch(i -> agree(first.get(i), second.get(i)));
        }
        if (one instanceof Map<?, ?> first && other instanceof Map<?, ?> second) {
            return first.keySet().equals(second.keySet())
                    && first.keySet().stream().allMatch(key -> agree(first.get(key), second.get(key)));
        }
        return one == null ? other == null : one.equals(other);
    }

    private static BigDecimal exact(Number number) {
        return number instanceof BigInteger whole ? new BigDecimal(whole) : new BigDecimal(number.toString());
    }

    private static void print(String outcome, String name, String detail, String text) {
        List<String> fields = new ArrayList<>(List.of(outcome, name, detail, text));
        fields.replaceAll(field -> {
            String line = field.replaceAll("\\s+", " ").strip();
            return line.length() > 300 ? line.substring(0, 300) + "..." : line;
        });
        System.out.println(String.join("\t", fields));
    }
}
