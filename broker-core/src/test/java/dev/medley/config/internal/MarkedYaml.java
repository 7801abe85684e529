package dev.medley.config.internal;

/**
 * YAML in which {@code ^} was in front of one character.
 *
 * @param text without that mark
 * @param place of the character, as messages begin
 */
public record MarkedYaml(String text, String place) {

    public static MarkedYaml of(String marked) {
        String before = marked.substring(0, marked.indexOf('^'));
        long line = 1 + before.chars().filter(c -> c == '\n').count();
        int column = 1 + before.codePointCount(before.lastIndexOf('\n') + 1, before.length());
        return new MarkedYaml(
                before + marked.substring(before.length() + 1), "medley.yaml:%d:%d: ".formatted(line, column));
    }
}
