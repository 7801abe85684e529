package dev.medley.format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads an envelope of SOAP: the child elements of its Body, or its fault. */
final class SoapTree {

    private static final String ENVELOPE = "Envelope";
    private static final String BODY = "Body";
    private static final String FAULT = "Fault";
    private static final String TEXT = "#text";

    private final SoapVersion version;
    private final List<String> lists;

    SoapTree(SoapVersion version, List<String> lists) {
        this.version = version;
        this.lists = lists;
    }

    /**
     * Reads an envelope.
     *
     * @throws FormatException if it is none, or has a fault
     */
    Map<String, Object> read(Content content) throws FormatException {
        Object body = body(content);
        if (!(body instanceof Map<?, ?> members)) {
            if (String.valueOf(body).isEmpty()) {
                return new LinkedHashMap<>();
            }
            throw new FormatException("its Body has text; expected elements");
        }
        PartnerFault fault = fault(members);
        if (fault != null) {
            throw new FaultException(fault);
        }
        Map<String, Object> elements = new LinkedHashMap<>();
        members.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (!name.startsWith("@") && !name.equals(TEXT)) {
                elements.put(name, value);
            }
        });
        return elements;
    }

    /** Returns the fault in a body; null if it is no envelope, or has none. */
    @Nullable
    PartnerFault fault(Content content) {
        try {
            return body(content) instanceof Map<?, ?> members ? fault(members) : null;
        } catch (FormatException x) {
            return null;
        }
    }

    private Object body(Content content) throws FormatException {
        refuseAttachments(content.type());
        XmlTree.Root root = XmlTree.root(content, lists);
        if (!(root.element() instanceof Map<?, ?> members) || !ENVELOPE.equals(root.localName())) {
            throw new FormatException("the root element is %s; expected an Envelope of SOAP %s"
                    .formatted(Faults.ofParser(root.name()), version.configured()));
        }
        checkVersion(root, members);
        Object body = members.get(BODY);
        if (body == null || body instanceof List) {
            throw new FormatException("the envelope has %s; expected one Body"
                    .formatted(body == null ? "no Body" : "several elements Body"));
        }
        return body;
    }

    /** The message of an attachment has the envelope as the first of its parts (SOAP Messages with Attachments, MTOM). */
    private static void refuseAttachments(@Nullable String type) throws FormatException {
        if (type != null && type.strip().toLowerCase(Locale.ROOT).startsWith("multipart/")) {
            throw new FormatException(
                    "it has attachments, as its content type multipart/... says (MTOM, SwA), which are not supported;"
                            + " expected an envelope alone");
        }
    }

    private void checkVersion(XmlTree.Root root, Map<?, ?> envelope) throws FormatException {
        String prefix = root.prefix();
        Object namespace = envelope.get(prefix.isEmpty() ? "@xmlns" : "@xmlns:" + prefix);
        if (version.namespace().equals(namespace)) {
            return;
        }
        for (SoapVersion other : SoapVersion.values()) {
            if (other.namespace().equals(namespace)) {
                throw new FormatException(
                        "the envelope is of SOAP %s; expected %s".formatted(other.configured(), version.configured()));
            }
        }
        throw new FormatException("the Envelope is not in the namespace %s of SOAP %s"
                .formatted(version.namespace(), version.configured()));
    }

    private @Nullable PartnerFault fault(Map<?, ?> body) {
        if (!(body.get(FAULT) instanceof Map<?, ?> fault)) {
            return null;
        }
        return version == SoapVersion.V1_1 ? ofVersion11(fault) : ofVersion12(fault);
    }

    /** SOAP 1.1, section 4.4. */
    private static @Nullable PartnerFault ofVersion11(Map<?, ?> fault) {
        if (!fault.containsKey("faultcode") && !fault.containsKey("faultstring")) {
            return null;
        }
        String code = text(fault.get("faultcode"));
        String first = local(code).split("\\.", 2)[0];
        return new PartnerFault(
                code,
                text(fault.get("faultstring")),
                first.equals("Client") || first.equals("MustUnderstand") || first.equals("VersionMismatch"));
    }

    /** SOAP 1.2, part 1, section 5.4. A subcode is that of the application. */
    private static @Nullable PartnerFault ofVersion12(Map<?, ?> fault) {
        if (!(fault.get("Code") instanceof Map<?, ?> code)) {
            return null;
        }
        String value = text(code.get("Value"));
        String subcode = code.get("Subcode") instanceof Map<?, ?> sub ? text(sub.get("Value")) : "";
        Object reason = fault.get("Reason") instanceof Map<?, ?> texts ? texts.get("Text") : null;
        // In several languages.
        Object first = reason instanceof List<?> list && !list.isEmpty() ? list.get(0) : reason;
        String name = local(value);
        return new PartnerFault(
                subcode.isEmpty() ? value : value + " " + subcode,
                text(first),
                name.equals("Sender") || name.equals("MustUnderstand") || name.equals("VersionMismatch"));
    }

    private static String local(String name) {
        return name.substring(name.indexOf(':') + 1);
    }

    private static String text(@Nullable Object value) {
        Object text = value instanceof Map<?, ?> element ? element.get(TEXT) : value;
        return text instanceof String string ? string : "";
    }
}
