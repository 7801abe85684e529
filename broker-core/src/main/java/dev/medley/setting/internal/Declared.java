package dev.medley.setting.internal;

/** A key of the configuration: of a value, of a group of keys, of a section with any keys, or with any of these. */
public sealed interface Declared permits Setting, Group, OpenSection, OpenValue {

    /** Returns the meaning of the key, in a sentence without its period. */
    String help();
}
