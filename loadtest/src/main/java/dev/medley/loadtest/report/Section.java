package dev.medley.loadtest.report;

/** A part of a report, in the order in which it is read. */
public sealed interface Section permits Plot, Table, Text, Verdict {}
