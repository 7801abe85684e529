package dev.medley.loadtest.codec;

import dev.medley.config.MashupMode;
import dev.medley.servlet.annotation.MashupExecution;
import jakarta.servlet.annotation.WebServlet;

/** {@code /inline}: the codings on the loop, in one go. */
@WebServlet("/inline")
@MashupExecution(MashupMode.ASYNC)
public final class InlineMashup extends CodingMashup {

    private static final long serialVersionUID = 1L;

    /** Creates the mashup. */
    public InlineMashup() {}
}
