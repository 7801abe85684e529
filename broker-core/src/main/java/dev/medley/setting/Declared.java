package dev.medley.setting;

/** A key of the configuration: of a value, or of a group of keys. */
public sealed interface Declared permits Setting, Group {

    /** Returns the meaning of the key, in a sentence without its period. */
    String help();
}
