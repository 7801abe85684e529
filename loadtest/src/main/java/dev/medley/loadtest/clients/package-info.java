/**
 * The client programs of the experiment {@code clients}: what is common to them, and those that need no libraries but the
 * ones that Medley has. The others are projects of their own in {@code loadtest/clients}, which compile this package's
 * common classes too; these use the JDK alone.
 */
@NullMarked
package dev.medley.loadtest.clients;

import org.jspecify.annotations.NullMarked;
