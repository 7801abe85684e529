/** The addresses of partners: where they are, and where they may be. */
@NullMarked
package dev.medley.connection.internal.address;

import org.jspecify.annotations.NullMarked;
