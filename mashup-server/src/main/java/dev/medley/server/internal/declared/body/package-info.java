/** The bodies that a declared mashup writes, compiled and immutable: by their media types, as XML of a template, for SOAP and GraphQL. */
@NullMarked
package dev.medley.server.internal.declared.body;

import org.jspecify.annotations.NullMarked;
