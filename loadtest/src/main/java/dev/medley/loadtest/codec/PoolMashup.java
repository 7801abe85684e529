package dev.medley.loadtest.codec;

import dev.medley.config.MashupMode;
import dev.medley.servlet.annotation.MashupExecution;
import jakarta.servlet.annotation.WebServlet;

/** {@code /pool}: the codings on the share of the pool for mashups. */
@WebServlet("/pool")
@MashupExecution(MashupMode.POOL)
public final class PoolMashup extends CodingMashup {

    private static final long serialVersionUID = 1L;

    /** Creates the mashup. */
    public PoolMashup() {}
}
