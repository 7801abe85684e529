/** What the keys of several sections of the configuration have in common. */
@NullMarked
package dev.medley.config.internal.key;

import org.jspecify.annotations.NullMarked;
