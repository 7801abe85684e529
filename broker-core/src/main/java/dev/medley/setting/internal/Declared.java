package dev.medley.setting.internal;

/** A key of the configuration: of a value, of a group of keys, or of a section with any keys. */
public sealed interface Declared permits Setting, Group, OpenSection {

    /** Returns the meaning of the key, in a sentence without its period. */
    String help();
}
