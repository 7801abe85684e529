package dev.medley.config.internal;

import dev.medley.config.internal.document.LocatedText;

/** A mashup that the configuration declares. Immutable; equal to another one if that is declared in the same way. */
public interface Declaration {

    /** Returns its path. */
    LocatedText path();
}
