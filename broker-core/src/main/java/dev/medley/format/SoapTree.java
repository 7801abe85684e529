package dev.medley.format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads an envelope of SOAP: the child elements of its Body, or its fault. */
final class SoapTree {

    private static final String ENVELOPE = "Envelope";
    private static final String BODY = "Body";
    private static final String FAULT = "Fault";
    private static final String TEXT = "#text";
    /** The codes that blame the request. */
    private static final Set<String> OF_REQUEST = Set.of("Client", "Sender", "MustUnderstand", "VersionMismatch");

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
        Envelope envelope = envelope(content);
        if (!(envelope.body() instanceof Map<?, ?> members)) {
            if (String.valueOf(envelope.body()).isEmpty()) {
                return new LinkedHashMap<>();
            }
            throw new FormatException("its Body has text; expected elements");
        }
        PartnerFault fault = fault(envelope, members);
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
            Envelope envelope = envelope(content);
            return envelope.body() instanceof Map<?, ?> members ? fault(envelope, members) : null;
        } catch (FormatException x) {
            return null;
        }
    }

    /**
     * An envelope.
     *
     * @param members of it, with the declarations of namespaces
     * @param body its Body
     * @param inner names of the elements in the Body, and of those in the Header, as they are written
     */
    private record Envelope(Map<?, ?> members, Object body, Set<String> inner) {}

    private Envelope envelope(Content content) throws FormatException {
        refuseAttachments(content.type());
        XmlTree.Root root = XmlTree.root(content, lists);
        if (!(only(root.element()) instanceof Map<?, ?> members) || !ENVELOPE.equals(root.localName())) {
            throw new FormatException("the root element is %s; expected an Envelope of SOAP %s"
                    .formatted(Faults.ofParser(root.name()), version.configured()));
        }
        checkVersion(root, members);
        Object body = only(members.get(BODY));
        if (body == null || body instanceof List) {
            throw new FormatException("the envelope has %s; expected one Body"
                    .formatted(body == null ? "no Body" : "several elements Body"));
        }
        return new Envelope(members, body, root.inner());
    }

    /** An element of the envelope's own may have the name of those that are lists even if there is one. */
    private static @Nullable Object only(@Nullable Object value) {
        return value instanceof List<?> list && list.size() == 1 ? list.get(0) : value;
    }

    /** Returns the first of the elements of that name, or the element itself. */
    private static @Nullable Object first(@Nullable Object value) {
        return value instanceof List<?> list && !list.isEmpty() ? list.get(0) : value;
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

    private @Nullable PartnerFault fault(Envelope envelope, Map<?, ?> body) {
        for (String written : envelope.inner()) {
            if (local(written).equals(FAULT)) {
                Object value = first(body.get(body.containsKey(written) ? written : FAULT));
                Map<?, ?> fault = value instanceof Map<?, ?> members ? members : Map.of();
                if (value != null && (isOfEnvelope(written, fault, body, envelope.members()) || hasCode(fault))) {
                    return fault(fault);
                }
            }
        }
        return null;
    }

    /** Whether a Fault is that of SOAP, by its namespace; another one may be an element of the service. */
    private boolean isOfEnvelope(String written, Map<?, ?>... fromInside) {
        int colon = written.indexOf(':');
        String declaration = colon < 0 ? "@xmlns" : "@xmlns:" + written.substring(0, colon);
        for (Map<?, ?> each : fromInside) {
            Object namespace = each.get(declaration);
            if (namespace != null) {
                return version.namespace().equals(namespace);
            }
        }
        return false;
    }

    /** Some services forget the namespace. */
    private boolean hasCode(Map<?, ?> fault) {
        return version == SoapVersion.V1_1
                ? fault.containsKey("faultcode") || fault.containsKey("faultstring")
                : first(fault.get("Code")) instanceof Map;
    }

    /** SOAP 1.1, section 4.4, or 1.2, part 1, section 5.4; some services send the one in the other. A subcode is that of the application. */
    private static PartnerFault fault(Map<?, ?> fault) {
        String code;
        String subcode = "";
        String reason;
        if (fault.containsKey("faultcode") || fault.containsKey("faultstring")) {
            code = text(fault.get("faultcode"));
            reason = text(fault.get("faultstring"));
        } else {
            Map<?, ?> codes = map(fault.get("Code"));
            subcode = text(map(codes.get("Subcode")).get("Value"));
            code = text(codes.get("Value"));
            // In several languages.
            reason = text(map(fault.get("Reason")).get("Text"));
        }
        return new PartnerFault(
                (code + " " + subcode).strip(),
                reason,
                OF_REQUEST.contains(local(code).split("\\.", 2)[0]));
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return first(value) instanceof Map<?, ?> members ? members : Map.of();
    }

    private static String local(String name) {
        return name.substring(name.indexOf(':') + 1);
    }

    private static String text(@Nullable Object value) {
        Object only = first(value);
        Object text = only instanceof Map<?, ?> element ? element.get(TEXT) : only;
        return text instanceof String string ? string : "";
    }
}
