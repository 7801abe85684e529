package dev.medley.format;

/**
 * The part of an XML document before its root element (XML 1.0, section 2.8). It is read before the parser of the JDK, which
 * would read a DOCTYPE to its end before it reports it, and writes to standard error if there is no end.
 */
final class XmlProlog {

    private static final String DOCTYPE = "<!DOCTYPE";

    private XmlProlog() {}

    static void refuseDoctype(String document) throws FormatException {
        int at = endOfMisc(document);
        if (document.startsWith(DOCTYPE, at)) {
            throw Faults.after(document.substring(0, at), "a DOCTYPE is not allowed");
        }
    }

    /** Returns the end of the declaration, of comments, processing instructions and white space. */
    static int endOfMisc(String document) {
        int end = 0;
        int at;
        do {
            at = endOfBlanks(document, end);
            end = at;
            if (document.startsWith("<?", at)) {
                end = endOf(document, "?>", at + 2);
            } else if (document.startsWith("<!--", at)) {
                end = endOf(document, "-->", at + 4);
            }
        } while (end > at);
        return at;
    }

    private static int endOf(String document, String mark, int from) {
        int found = document.indexOf(mark, from);
        return found < 0 ? document.length() : found + mark.length();
    }

    private static int endOfBlanks(String document, int from) {
        int at = from;
        while (at < document.length() && " \t\r\n".indexOf(document.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }
}
