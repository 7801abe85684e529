package dev.medley.server.internal.admin.page;

import dev.medley.caller.Caller;
import dev.medley.connection.internal.SecretNames;
import dev.medley.connection.internal.address.Address;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.log.LogText;
import dev.medley.servlet.internal.access.Access;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replies to every request with one of the {@link AdminPages} or by one of their actions, or with a problem that lists them. A
 * request for a host of another name is refused: a web page could have a browser of this machine send it, and read the reply, by
 * a name of its own that leads here (DNS rebinding).
 */
public final class AdminHandler extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);
    private static final String FETCHED_FROM = "Sec-Fetch-Site";
    private static final Problem FORBIDDEN = Problem.of(
            HttpStatus.FORBIDDEN_403,
            "the request comes from a web page; expected a request without the fields Origin and " + FETCHED_FROM);

    private static final Problem MISDIRECTED = Problem.of(
            HttpStatus.MISDIRECTED_REQUEST_421,
            "the Host is not a name of administration; expected an address, localhost, or one of server.admin.names");
    private static final String LOCALHOST = "localhost";

    private final AdminPages pages;
    private final AdminAccess access;
    private final List<String> names;

    /**
     * Creates a handler for {@code pages}.
     *
     * @param access decides who may ask for them
     * @param names by which clients may ask for them, beside addresses and {@code localhost}
     */
    public AdminHandler(AdminPages pages, AdminAccess access, List<String> names) {
        this.pages = pages;
        this.access = access;
        this.names = List.copyOf(names);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The callback is completed in any case.
    public boolean handle(Request request, Response response, Callback callback) {
        AdminRequest head = head(request);
        Access decision = decide(request, head);
        Reply refusal = decision.refusal();
        CompletionStage<Reply> answer = refusal != null ? CompletableFuture.completedStage(refusal) : answer(request);
        answer.whenComplete((reply, failure) -> {
            if (isAction(request)) {
                log(request, head, decision, failure == null ? reply.status() : HttpStatus.INTERNAL_SERVER_ERROR_500);
            }
            if (failure == null) {
                write(reply, request, response, callback);
            } else {
                callback.failed(failure);
            }
        });
        return true;
    }

    private CompletionStage<Reply> answer(Request request) {
        Map<String, List<String>> parameters;
        try {
            parameters = isAction(request) ? parameters(request) : Map.of();
        } catch (ProblemException x) {
            return CompletableFuture.completedStage(x.problem().toReply());
        }
        return pages.act(
                request.getMethod(),
                Request.getPathInContext(request),
                request.getHeaders().get(HttpHeader.ACCEPT),
                parameters);
    }

    private Access decide(Request request, AdminRequest head) {
        if (!isKnown(Request.getServerName(request))) {
            return Access.refused(null, MISDIRECTED.toReply());
        }
        return isAction(request) && isOfWebPage(request)
                ? Access.refused(null, FORBIDDEN.toReply())
                : access.decide(head);
    }

    /** An action, also one that is refused, is one line: what, by whom, and its status. */
    private static void log(Request request, AdminRequest head, Access decision, int status) {
        LOG.info(
                "{} {} by {} ({}): {}",
                head.method(),
                LogText.escaped(SecretNames.masked(request.getHttpURI().getPathQuery())),
                LogText.escaped(name(head, decision.caller())),
                head.remoteAddress(),
                status);
    }

    private static String name(AdminRequest head, @Nullable Caller caller) {
        if (caller != null) {
            return caller.name();
        }
        return head.clientCertificates().isEmpty()
                ? "a caller without a name"
                : head.clientCertificates().get(0).getSubjectX500Principal().getName();
    }

    private static AdminRequest head(Request request) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (HttpField field : request.getHeaders()) {
            fields.put(field.getLowerCaseName(), request.getHeaders().getValuesList(field.getName()));
        }
        List<X509Certificate> certificates = certificates(request);
        return new AdminRequest(
                request.getMethod(),
                Request.getPathInContext(request),
                request.getHttpURI().getQuery(),
                fields,
                certificates,
                Request.getRemoteAddr(request),
                isLocal(request) || !certificates.isEmpty());
    }

    private static List<X509Certificate> certificates(Request request) {
        return request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData session
                        && session.peerCertificates() != null
                ? List.of(session.peerCertificates())
                : List.of();
    }

    private static boolean isLocal(Request request) {
        return request.getConnectionMetaData().getLocalSocketAddress() instanceof InetSocketAddress address
                && address.getAddress() != null
                && address.getAddress().isLoopbackAddress();
    }

    private boolean isKnown(String host) {
        return Address.isLiteral(host)
                || host.equalsIgnoreCase(LOCALHOST)
                || names.stream().anyMatch(host::equalsIgnoreCase);
    }

    private static boolean isAction(Request request) {
        return HttpMethod.POST.is(request.getMethod());
    }

    /** A page of any site can send a form to this address, by a browser of this machine. Browsers say so; tools do not. */
    private static boolean isOfWebPage(Request request) {
        return request.getHeaders().contains(HttpHeader.ORIGIN)
                || request.getHeaders().contains(FETCHED_FROM);
    }

    private static Map<String, List<String>> parameters(Request request) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (Fields.Field parameter : query(request)) {
            parameters.put(parameter.getName(), parameter.getValues());
        }
        return parameters;
    }

    private static Fields query(Request request) {
        try {
            return Request.extractQueryParameters(request);
        } catch (RuntimeException x) {
            LOG.debug("a query cannot be decoded", x);
            throw ProblemException.badRequest("the query is malformed; expected percent-encoded UTF-8");
        }
    }

    private static void write(Reply reply, Request request, Response response, Callback callback) {
        response.setStatus(reply.status());
        HttpFields.Mutable fields = response.getHeaders();
        fields.put(HttpHeader.CONTENT_TYPE, reply.type());
        fields.put(HttpHeader.CONTENT_LENGTH, reply.body().length);
        reply.headers().forEach(header -> fields.add(header.name(), header.value()));
        boolean head = HttpMethod.HEAD.is(request.getMethod());
        response.write(true, head ? BufferUtil.EMPTY_BUFFER : ByteBuffer.wrap(reply.body()), callback);
    }
}
