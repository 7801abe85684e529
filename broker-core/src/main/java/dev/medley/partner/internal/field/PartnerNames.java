package dev.medley.partner.internal.field;

import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;

/** The names of partners. */
public final class PartnerNames {

    /** The parser of one. */
    public static final ValueParser<String> PARSER = ValueParsers.name("a partner's name");

    private PartnerNames() {}
}
