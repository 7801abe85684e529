/** Makes the plans of what the configuration declares, and finds what is wrong with it. */
@NullMarked
package dev.medley.server.internal.declared.compile;

import org.jspecify.annotations.NullMarked;
