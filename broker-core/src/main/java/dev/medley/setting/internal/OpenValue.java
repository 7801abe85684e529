package dev.medley.setting.internal;

/**
 * The declaration of a key that may have any value or keys below it, because another program reads them.
 *
 * @param help the meaning
 */
public record OpenValue(String help) implements Declared {}
