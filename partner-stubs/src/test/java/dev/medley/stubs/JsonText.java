package dev.medley.stubs;

/** Checks that a text is one JSON value, by the grammar of RFC 8259. */
public final class JsonText {

    private static final String NUMBER = "-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?";

    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    public static boolean isValid(String text) {
        JsonText json = new JsonText(text);
        return json.value() && json.space() && json.at == text.length();
    }

    private boolean value() {
        space();
        if (at == text.length()) {
            return false;
        }
        return switch (text.charAt(at)) {
            case '{' -> list('}', true);
            case '[' -> list(']', false);
            case '"' -> string();
            default -> word();
        };
    }

    private boolean list(char end, boolean named) {
        at++;
        if (space() && skip(end)) {
            return true;
        }
        do {
            space();
            if (named && !(string() && space() && skip(':'))) {
                return false;
            }
            if (!value()) {
                return false;
            }
            space();
        } while (skip(','));
        return skip(end);
    }

    private boolean string() {
        if (!skip('"')) {
            return false;
        }
        while (at < text.length() && text.charAt(at) != '"') {
            if (text.charAt(at) < ' ') {
                return false;
            }
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return skip('"');
    }

    private boolean word() {
        int begin = at;
        while (at < text.length() && ",:]} \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(begin, at);
        return word.equals("true") || word.equals("false") || word.equals("null") || word.matches(NUMBER);
    }

    private boolean skip(char expected) {
        if (at < text.length() && text.charAt(at) == expected) {
            at++;
            return true;
        }
        return false;
    }

    private boolean space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return true;
    }
}
