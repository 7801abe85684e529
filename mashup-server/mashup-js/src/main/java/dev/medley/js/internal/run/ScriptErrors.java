package dev.medley.js.internal.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/** Makes exceptions, with their places, of what scripts throw. */
public final class ScriptErrors {

    /** Names that are somewhere else, and what to take here. */
    private static final Map<String, String> HINTS = Map.of(
            "require", "expected import, of a file below the folder of the script",
            "process", "a script has no process; its configuration is that of the server",
            "window", "expected globalThis",
            "Java", "a script cannot load classes",
            "URL", "partners have names, and paths with parameters: partners.weather.get('/weather', {city})",
            "URLSearchParams", "parameters are an object: partners.weather.get('/weather', {city})",
            "Buffer", "a script has texts",
            "module", "expected export default, as in a module of JavaScript",
            "load", "expected import, of a file below the folder of the script");

    /** Ends of messages of the engine about imports, and what is expected. */
    private static final Map<String, String> OF_IMPORTS = Map.of(
            ": Socket IO is not allowed", ": expected a file in the folder of the script, such as './lib/money.mjs'",
            ": Invalid module type was asserted",
                    ": an import of another type; expected with {type: 'json'} for a file *.json, and for no other");

    /** The place by which the message of an error of syntax begins; the lines after the first one show the text there. */
    private static final Pattern SYNTAX = Pattern.compile("SyntaxError: .+?:\\d+:\\d+ (.*)");

    private ScriptErrors() {}

    /**
     * Returns the exception for {@code thrown}.
     *
     * @param file name of the script, for errors without a place
     */
    public static ScriptException of(PolyglotException thrown, String file) {
        String message = message(thrown);
        return new ScriptException(place(thrown, file) + ": " + message + hint(message), stack(thrown, file), null);
    }

    /** Returns the exception for a passed bound, with the place of the script at that moment. */
    static ScriptException of(RunBoundException bound, @Nullable PolyglotException thrown, String file) {
        String own = bound.place();
        String place = own != null ? own : thrown == null ? file : place(thrown, file);
        return new ScriptException(
                place + ": " + bound.getMessage(), thrown == null ? List.of() : stack(thrown, file), null);
    }

    /** Returns what a script has thrown, with its place; null for a value that is no error. */
    static @Nullable PolyglotException thrown(Value error) {
        if (!error.isException()) {
            return null;
        }
        try {
            throw error.throwException();
        } catch (PolyglotException x) {
            return x;
        }
    }

    /** Returns an exception without a place but the file. */
    static ScriptException of(String message, String file) {
        return new ScriptException(file + ": " + message, List.of(), null);
    }

    /** Returns whether the bound on statements was passed. The heap and the stack may be exhausted as well. */
    static boolean isStatementLimit(PolyglotException thrown) {
        return thrown.isResourceExhausted() && message(thrown).startsWith("Statement count limit");
    }

    private static String message(PolyglotException thrown) {
        String message = thrown.getMessage();
        if (message == null) {
            return "an error without a message";
        }
        Matcher syntax = SYNTAX.matcher(message);
        if (thrown.isSyntaxError() && syntax.lookingAt()) {
            return "SyntaxError: " + syntax.group(1);
        }
        for (Map.Entry<String, String> each : OF_IMPORTS.entrySet()) {
            if (message.endsWith(each.getKey())) {
                return message.substring(0, message.length() - each.getKey().length()) + each.getValue();
            }
        }
        return message;
    }

    private static String hint(String message) {
        if (message.startsWith("ReferenceError: ")) {
            String name = message.substring("ReferenceError: ".length()).split(" ", 2)[0];
            String hint = HINTS.get(name);
            return hint == null ? "" : "; " + hint;
        }
        return "";
    }

    /** Returns file, line and column of the innermost function of a script, or of the text that does not parse. */
    public static String place(PolyglotException thrown, String file) {
        SourceSection own = thrown.getSourceLocation();
        if (own != null && !own.getSource().isInternal() && own.hasLines()) {
            return place(own, file);
        }
        for (PolyglotException.StackFrame frame : thrown.getPolyglotStackTrace()) {
            SourceSection section = frame.isGuestFrame() ? frame.getSourceLocation() : null;
            if (section != null && !section.getSource().isInternal() && section.hasLines()) {
                return place(section, file);
            }
        }
        return file;
    }

    static String place(SourceSection section, String file) {
        return "%s:%d:%d".formatted(name(section, file), section.getStartLine(), section.getStartColumn());
    }

    /** What a script imports has the path in its folder, which is the root of what the script sees. */
    private static String name(SourceSection section, String file) {
        String path = section.getSource().getPath();
        return path == null
                ? section.getSource().getName()
                : file.substring(0, file.lastIndexOf('/')) + path.replace('\\', '/');
    }

    private static List<StackTraceElement> stack(PolyglotException thrown, String file) {
        List<StackTraceElement> stack = new ArrayList<>();
        for (PolyglotException.StackFrame frame : thrown.getPolyglotStackTrace()) {
            SourceSection section = frame.isGuestFrame() ? frame.getSourceLocation() : null;
            if (section != null && !section.getSource().isInternal()) {
                stack.add(new StackTraceElement(
                        "script", frame.getRootName(), name(section, file), section.getStartLine()));
            }
        }
        return stack;
    }
}
