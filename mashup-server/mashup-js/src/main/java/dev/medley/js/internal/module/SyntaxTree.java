package dev.medley.js.internal.module;

import com.oracle.js.parser.ErrorManager;
import com.oracle.js.parser.Parser;
import com.oracle.js.parser.ParserException;
import com.oracle.js.parser.ScriptEnvironment;
import com.oracle.js.parser.Source;
import com.oracle.js.parser.ir.ExportNode;
import com.oracle.js.parser.ir.ExportSpecifierNode;
import com.oracle.js.parser.ir.FunctionNode;
import com.oracle.js.parser.ir.PropertyKey;
import com.oracle.js.parser.ir.VarNode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The syntax tree of a file. That of a text that does not parse is empty: the error is reported where the text is run. */
final class SyntaxTree {

    private static final ScriptEnvironment MODULES = ScriptEnvironment.builder()
            .ecmaScriptVersion(ScriptEnvironment.ES_STAGING)
            .strict(true)
            .allowBigInt(true)
            .classFields(true)
            .importAttributes(true)
            .privateFieldsIn(true)
            .topLevelAwait(true)
            .build();

    private final String label;
    private final String text;
    private final @Nullable FunctionNode module;

    private SyntaxTree(String label, String text, @Nullable FunctionNode module) {
        this.label = label;
        this.text = text;
        this.module = module;
    }

    /**
     * Parses a text.
     *
     * @param label name of the file in messages
     */
    static SyntaxTree of(String label, String text) {
        try {
            return new SyntaxTree(
                    label,
                    text,
                    new Parser(MODULES, Source.sourceFor(label, text), new ErrorManager.ThrowErrorManager())
                            .parseModule(label));
        } catch (ParserException x) {
            return new SyntaxTree(label, text, null);
        }
    }

    /** Returns the node of the whole text; null if that does not parse. */
    @Nullable
    FunctionNode module() {
        return module;
    }

    /** Returns file, line and column of an offset in the text. */
    String place(int start) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < Math.min(start, text.length()); i++) {
            boolean ends = text.charAt(i) == '\n';
            column = ends ? 1 : column + 1;
            line += ends ? 1 : 0;
        }
        return "%s:%d:%d".formatted(label, line, column);
    }

    /** Returns file, line and column of what the file exports by a name; the file alone if there is none, or it has it from another one. */
    String placeOf(String name) {
        Map<String, Integer> starts = new HashMap<>();
        if (module != null) {
            module.getModule().getExports().forEach(each -> add(each, starts));
        }
        Integer start = starts.get(name);
        return start == null ? label : place(start);
    }

    private static void add(ExportNode export, Map<String, Integer> starts) {
        PropertyKey name = export.getExportIdentifier();
        if (export.isDefault()) {
            starts.put("default", export.getStart());
        } else if (name != null) {
            VarNode variable = export.getVar();
            starts.put(
                    name.getPropertyName(),
                    variable == null ? export.getStart() : variable.getName().getStart());
        } else if (export.getNamedExports() != null) {
            for (ExportSpecifierNode each : export.getNamedExports().getExportSpecifiers()) {
                PropertyKey as = each.getExportIdentifier();
                starts.put((as == null ? each.getIdentifier() : as).getPropertyName(), each.getStart());
            }
        }
    }
}
