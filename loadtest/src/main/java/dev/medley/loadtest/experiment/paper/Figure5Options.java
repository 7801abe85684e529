package dev.medley.loadtest.experiment.paper;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the experiment {@code fig5}. */
public final class Figure5Options {

    @Option(
            names = "--mashup",
            paramLabel = "FORM",
            description = "The form of the mashup: servlet, declared or script (default: servlet).")
    private @Nullable MashupForm form;

    /** For picocli. */
    public Figure5Options() {}

    /** The experiment with the mashup in this form. */
    public Figure5 experiment() {
        return new Figure5(form == null ? MashupForm.servlet : form);
    }

    /** The options as they were given, for the command line that makes the report again; empty if none was. */
    public String given() {
        return form == null ? "" : " --mashup " + form;
    }
}
