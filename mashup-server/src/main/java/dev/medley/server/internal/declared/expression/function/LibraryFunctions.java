package dev.medley.server.internal.declared.expression.function;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Jsonata.Fn1;
import com.dashjoin.jsonata.Utils;
import dev.medley.server.internal.declared.expression.function.LibraryFunction.Body;
import dev.medley.server.internal.declared.expression.syntax.Refusal;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The functions of JSONata: their names, and those that we have changed. Changed are functions that have no bounds, that compute
 * in doubles or lose digits of values which they pass on, that print or hide failures, that give a stale time, that do not say
 * which function fails, or that are wrong for characters beyond the basic plane, for pictures, or in some languages.
 */
public final class LibraryFunctions {

    /** The names of all functions, without {@code $}: those of JSONata, and {@linkplain PageFunctions ours}. */
    public static final Set<String> NAMES =
            Set.of(("abs append assert average base64decode base64encode boolean ceil clone contains count decodeUrl"
                            + " decodeUrlComponent distinct each encodeUrl encodeUrlComponent error eval exists filter floor"
                            + " formatBase formatInteger formatNumber fromMillis join keys length lookup lowercase map match max"
                            + " merge millis min not now number pad parseInteger power random reduce replace reverse round"
                            + " shuffle sift single sort split spread sqrt string substring substringAfter substringBefore sum"
                            + " toMillis trim type uppercase zip "
                            + String.join(" ", PageFunctions.NAMES))
                    .split(" ", -1));

    /** Those whose cost does not follow the size of their arguments closely. */
    public static final Set<String> COSTLY =
            Set.of("each", "filter", "map", "match", "pad", "reduce", "select", "sift", "single", "sort", "text");

    private LibraryFunctions() {}

    /** Registers those of {@code names} that are not the library's own. */
    public static void register(Jsonata expression, Set<String> names) {
        for (String name : names) {
            LibraryFunction changed =
                    PageFunctions.NAMES.contains(name) ? PageFunctions.named(name) : Changed.BY_NAME.get(name);
            if (changed != null) {
                expression.registerFunction(name, changed);
            }
        }
    }

    /** Registers the functions that a rewritten expression calls. */
    public static void registerInternal(Jsonata expression) {
        // Not one that checks its arguments, because this takes longer than the call.
        expression.registerFunction(Rewriting.FUNCTION, (Fn1<Object, Object>) LibraryFunctions::function);
        expression.registerFunction(Rewriting.FIND, Changed.FIND);
    }

    /** The functions that we have changed. */
    static Map<String, LibraryFunction> changed() {
        return Map.copyOf(Changed.BY_NAME);
    }

    /** Refuses to call what is not a function. */
    private static Object function(@Nullable Object value) {
        if (value == null) {
            throw new Refusal("what is called here is undefined; expected a function");
        }
        if (!Utils.isFunction(value) && !Functions.isLambda(value)) {
            throw new Refusal("what is called here is %s; expected a function".formatted(Wording.typeOf(value)));
        }
        return value;
    }

    /** Made with the first expression that needs the library. The signatures are the library's. */
    private static final class Changed {

        static final Map<String, LibraryFunction> BY_NAME = new HashMap<>();

        static final LibraryFunction FIND = new LibraryFunction(Rewriting.FIND, "<xf:x>", "contains", Searches::first);

        static {
            put("length", "<s-:n>", Call::original);
            put("trim", "<s-:s>", Call::original);
            put("substring", "<s-nn?:s>", TextFunctions::substring);
            put("substringBefore", "<s-s:s>", Searches::substringBefore);
            put("substringAfter", "<s-s:s>", Searches::substringAfter);
            put("lowercase", "<s-:s>", TextFunctions::lowercase);
            put("uppercase", "<s-:s>", TextFunctions::uppercase);
            put("pad", "<s-ns?:s>", TextFunctions::pad);
            put("join", "<a<s>s?:s>", TextFunctions::join);
            put("base64encode", "<s-:s>", Call::original);
            put("base64decode", "<s-:s>", Call::original);
            put("encodeUrl", "<s-:s>", Call::original);
            put("encodeUrlComponent", "<s-:s>", Call::original);
            put("decodeUrl", "<s-:s>", Call::original);
            put("decodeUrlComponent", "<s-:s>", Call::original);

            put("match", "<s-f<s:o>n?:a<o>>", Searches::match);
            put("contains", "<s-(sf):b>", Searches::contains);
            put("split", "<s-(sf)n?:a<s>>", Searches::split);
            put("replace", "<s-(sf)(sf)n?:s>", Replacement::replace);

            put("number", "<(nsb)-:n>", NumberFunctions::number);
            put("sum", "<a<n>:n>", NumberFunctions::sum);
            put("average", "<a<n>:n>", NumberFunctions::average);
            put("max", "<a<n>:n>", NumberFunctions::max);
            put("min", "<a<n>:n>", NumberFunctions::min);
            put("abs", "<n-:n>", NumberFunctions::abs);
            put("floor", "<n-:n>", NumberFunctions::floor);
            put("ceil", "<n-:n>", NumberFunctions::ceil);
            put("round", "<n-n?:n>", NumberFunctions::round);
            put("power", "<n-n:n>", NumberFunctions::power);
            put("sqrt", "<n-:n>", NumberFunctions::sqrt);
            put("formatNumber", "<n-so?:s>", NumberFormat::format);
            put("formatBase", "<n-n?:s>", NumberFunctions::formatBase);
            put("string", "<x-b?:s>", NumberFunctions::string);
            put("formatInteger", "<n-s:s>", IntegerFormat::format);
            put("parseInteger", "<s-s:n>", IntegerFormat::parse);

            put("now", "<s?s?:s>", TimeFunctions::now);
            put("millis", "<:n>", TimeFunctions::millis);
            put("toMillis", "<s-s?:n>", "dateTimeToMillis", NumberFunctions::ofShortText);
            put("fromMillis", "<n-s?s?:s>", "dateTimeFromMillis", TimeFunctions::fromMillis);

            put("map", "<af>", Call::originalCallingOthers);
            put("filter", "<af>", Call::originalCallingOthers);
            put("each", "<o-f:a>", Call::originalCallingOthers);
            put("sift", "<o-f?:o>", Call::originalCallingOthers);
            put("single", "<af?>", ListFunctions::single);
            put("reduce", "<afj?:j>", "foldLeft", ListFunctions::reduce);
            put("sort", "<af?:a>", Sort::sort);
            put("lookup", "<x-s:x>", ListFunctions::lookup);
            put("append", "<xx:a>", ListFunctions::append);
            put("merge", "<a<o>:o>", Call::original);
            put("zip", "<a+>", Call::original);
            put("spread", "<x-:a<o>>", ListFunctions::spread);
            put("distinct", "<x:x>", ListFunctions::distinct);
            put("error", "<s?:x>", Call::original);
            put("assert", "<bs?:x>", "assertFn", Call::original);
            put("clone", "<(oa)-:o>", "functionClone", ListFunctions::copy);
        }

        private Changed() {}

        private static void put(String name, String signature, Body body) {
            put(name, signature, name, body);
        }

        private static void put(String name, String signature, String method, Body body) {
            BY_NAME.put(name, new LibraryFunction(name, signature, method, body));
        }
    }
}
