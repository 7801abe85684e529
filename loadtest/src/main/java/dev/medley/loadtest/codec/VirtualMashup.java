package dev.medley.loadtest.codec;

import dev.medley.config.MashupMode;
import dev.medley.servlet.annotation.MashupExecution;
import jakarta.servlet.annotation.WebServlet;

/** {@code /virtual}: the codings on a virtual thread. */
@WebServlet("/virtual")
@MashupExecution(MashupMode.VIRTUAL)
public final class VirtualMashup extends CodingMashup {

    private static final long serialVersionUID = 1L;

    /** Creates the mashup. */
    public VirtualMashup() {}
}
