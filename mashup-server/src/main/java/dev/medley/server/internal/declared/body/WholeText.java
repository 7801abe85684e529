package dev.medley.server.internal.declared.body;

/**
 * Texts that can be written in any charset that has their characters. Expressions and the escapes of JSON make others, with half of a
 * surrogate pair, in whose place an encoder writes a question mark: another text.
 */
final class WholeText {

    private WholeText() {}

    /** Returns whether each surrogate has its other half. */
    static boolean is(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
