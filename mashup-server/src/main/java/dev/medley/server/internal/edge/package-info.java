/** What each request and each reply meets at the edge of the server, before all mashups and filters: the rules for web pages. */
@NullMarked
package dev.medley.server.internal.edge;

import org.jspecify.annotations.NullMarked;
