package dev.medley.config.internal.document;

/**
 * A text that has a name, such as a parameter of a query.
 *
 * @param name the key
 * @param value the value
 */
public record NamedText(LocatedText name, LocatedText value) {}
