package dev.medley.tls.internal;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A block of a file in PEM (RFC 7468). Text before, between and after blocks is skipped. Immutable. */
final class PemBlock {

    static final String CERTIFICATE = "CERTIFICATE";

    private static final Pattern BOUNDARY = Pattern.compile("-----(BEGIN|END) ([A-Z0-9 ]+)-----");
    private static final String BEGIN = "BEGIN";
    private static final byte SEQUENCE = 0x30;

    private final String label;
    private final int line;
    private final boolean encrypted;
    private final byte[] content;

    private PemBlock(String label, int line, boolean encrypted, byte[] content) {
        this.label = label;
        this.line = line;
        this.encrypted = encrypted;
        this.content = content;
    }

    /** Returns the kind of content, such as {@code CERTIFICATE}. */
    String label() {
        return label;
    }

    /** Returns the line where the block begins. */
    int line() {
        return line;
    }

    /** Returns whether the block has the header of OpenSSL's own encryption. */
    boolean isEncrypted() {
        return encrypted;
    }

    /** Returns the content in DER, which must not be changed; empty if it is encrypted. */
    byte[] content() {
        return content;
    }

    /**
     * Reads the blocks of a file.
     *
     * @param expected what the file should hold, for messages
     * @param toPem the command of OpenSSL that makes PEM from DER, with one placeholder for the file
     * @throws CertificateFileException if the file cannot be read, holds no block, or one that is malformed
     */
    static List<PemBlock> read(Path file, String expected, String toPem) {
        byte[] bytes = CertificateFile.read(file, expected);
        // ASCII in every encoding that a text editor is likely to write, but UTF-16.
        List<String> lines =
                new String(bytes, StandardCharsets.ISO_8859_1).lines().toList();
        List<PemBlock> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher begin = BOUNDARY.matcher(lines.get(i));
            if (begin.find() && begin.group(1).equals(BEGIN)) {
                int end = end(file, lines, i, begin.group(2));
                blocks.add(block(file, begin.group(2), i + 1, lines.subList(i + 1, end)));
                i = end;
            }
        }
        if (blocks.isEmpty()) {
            throw without(file, bytes, expected, toPem);
        }
        return blocks;
    }

    private static int end(Path file, List<String> lines, int begin, String label) {
        for (int i = begin + 1; i < lines.size(); i++) {
            Matcher boundary = BOUNDARY.matcher(lines.get(i));
            if (boundary.find()) {
                if (boundary.group(1).equals(BEGIN) || !boundary.group(2).equals(label)) {
                    break;
                }
                return i;
            }
        }
        throw new CertificateFileException(
                file, "the block of line %d has no end".formatted(begin + 1), "-----END " + label + "-----");
    }

    private static PemBlock block(Path file, String label, int line, List<String> lines) {
        // The headers of RFC 1421, up to an empty line, tell how a block is encrypted.
        boolean encrypted =
                lines.stream().anyMatch(each -> each.startsWith("Proc-Type:") && each.contains("ENCRYPTED"));
        if (encrypted) {
            return new PemBlock(label, line, true, new byte[0]);
        }
        StringBuilder text = new StringBuilder();
        lines.forEach(each -> text.append(each.strip()));
        try {
            return new PemBlock(label, line, false, Base64.getDecoder().decode(text.toString()));
        } catch (IllegalArgumentException x) {
            throw new CertificateFileException(
                    file,
                    "the block of line %d is damaged".formatted(line),
                    "lines in base64 up to -----END " + label + "-----",
                    x);
        }
    }

    private static CertificateFileException without(Path file, byte[] bytes, String expected, String toPem) {
        if (bytes.length > 0 && bytes[0] == SEQUENCE) {
            String pem = toPem.formatted(file) + " -out " + file + ".pem";
            return new CertificateFileException(file, "is binary (DER), not PEM", "PEM: " + pem);
        }
        String fault = bytes.length == 0 ? "is empty" : "holds no PEM block";
        return new CertificateFileException(file, fault, expected);
    }
}
