package dev.medley.setting.internal;

/**
 * The declaration of a section whose keys and values are not declared, such as that of the mashups' own settings.
 *
 * @param help the meaning
 * @param names the parser of the keys and of those below them
 */
public record OpenSection(String help, ValueParser<String> names) implements Declared {}
