package dev.medley.js.internal.module;

import com.oracle.js.parser.ir.AccessNode;
import com.oracle.js.parser.ir.BinaryNode;
import com.oracle.js.parser.ir.Expression;
import com.oracle.js.parser.ir.FunctionNode;
import com.oracle.js.parser.ir.IdentNode;
import com.oracle.js.parser.ir.IndexNode;
import com.oracle.js.parser.ir.LexicalContext;
import com.oracle.js.parser.ir.LiteralNode;
import com.oracle.js.parser.ir.Module;
import com.oracle.js.parser.ir.Node;
import com.oracle.js.parser.ir.ObjectNode;
import com.oracle.js.parser.ir.PropertyNode;
import com.oracle.js.parser.ir.VarNode;
import com.oracle.js.parser.ir.visitor.NodeVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the partners in the syntax tree of a file: the members of what is called {@code partners}, by their names or by patterns, and the
 * URLs with the scheme {@code partner}. In a file that gives this name to something of its own, only the URLs count. Finds the files that
 * it imports, too.
 */
final class FileReferences extends NodeVisitor<LexicalContext> {

    private static final String PARTNERS = "partners";
    private static final Pattern URL = Pattern.compile("partner:(?://)?([^/?#{}$]+)[/?#].*", Pattern.DOTALL);

    private final List<Use> places = new ArrayList<>();
    private final List<Use> urls = new ArrayList<>();
    private final List<Import> imports = new ArrayList<>();
    private boolean ownMeaning;
    private boolean awaits;

    private FileReferences() {
        super(new LexicalContext());
    }

    /**
     * A place that names a partner.
     *
     * @param start offset in the text
     */
    record Use(String partner, int start) {}

    /**
     * A file that is imported.
     *
     * @param start offset in the text
     */
    record Import(String specifier, int start) {}

    /** Returns those of a tree; none without one. */
    static FileReferences of(@Nullable FunctionNode module) {
        FileReferences uses = new FileReferences();
        if (module != null) {
            module.accept(uses);
            uses.awaits = module.isAsync();
            Module parts = module.getModule();
            parts.getImports().forEach(each -> uses.addImport(each.getModuleSpecifier()));
            parts.getExports().forEach(each -> uses.addImport(each.getModuleSpecifier()));
        }
        return uses;
    }

    List<Use> places() {
        List<Use> all = new ArrayList<>(urls);
        if (!ownMeaning) {
            all.addAll(places);
        }
        return all;
    }

    /** Returns whether it has an await outside of functions. */
    boolean awaits() {
        return awaits;
    }

    List<Import> imports() {
        return imports;
    }

    private void addImport(@Nullable LiteralNode<?> specifier) {
        if (specifier != null) {
            imports.add(new Import(specifier.getString(), specifier.getStart()));
        }
    }

    private static boolean isPartners(@Nullable Node node) {
        return (node instanceof IdentNode name && name.getName().equals(PARTNERS))
                || (node instanceof AccessNode member && member.getProperty().equals(PARTNERS));
    }

    @Override
    public boolean enterAccessNode(AccessNode node) {
        if (isPartners(node.getBase())) {
            places.add(new Use(
                    node.getProperty(), node.getFinish() - node.getProperty().length()));
        }
        return true;
    }

    @Override
    public boolean enterIndexNode(IndexNode node) {
        if (isPartners(node.getBase()) && node.getIndex() instanceof LiteralNode<?> index && index.isString()) {
            places.add(new Use(index.getString(), index.getStart()));
        }
        return true;
    }

    /** {@code const {weather} = partners}; or {@code ({partners: {weather}}) => …}, where the pattern is assigned a parameter. */
    @Override
    public boolean enterBinaryNode(BinaryNode node) {
        if (node.isAssignment() && node.getLhs() instanceof ObjectNode pattern && isPartners(node.getRhs())) {
            addAll(pattern);
        }
        return true;
    }

    @Override
    public boolean enterPropertyNode(PropertyNode node) {
        if (node.getValue() instanceof ObjectNode pattern && PARTNERS.equals(keyOf(node))) {
            addAll(pattern);
        }
        return true;
    }

    private void addAll(ObjectNode pattern) {
        for (PropertyNode each : pattern.getElements()) {
            String name = keyOf(each);
            if (name != null && !each.isRest()) {
                places.add(new Use(name, each.getStart()));
            }
        }
    }

    private static @Nullable String keyOf(PropertyNode property) {
        Expression key = property.isComputed() ? null : property.getKey();
        return key == null ? null : property.getKeyName();
    }

    @Override
    public boolean enterVarNode(VarNode node) {
        // A parameter's pattern is a declaration without a value of its own.
        ownMeaning |= node.getName().getName().equals(PARTNERS)
                && node.getInit() != null
                && !node.isDestructuring()
                && !isPartners(node.getInit());
        return true;
    }

    @Override
    public boolean enterLiteralNode(LiteralNode<?> node) {
        Matcher url = node.isString() ? URL.matcher(node.getString()) : null;
        if (url != null && url.matches()) {
            urls.add(new Use(url.group(1), node.getStart()));
        }
        return true;
    }
}
