package dev.medley.server.admin.page;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/** Replies to every request with one of the {@link AdminPages} or by one of their actions, or with a problem that lists them. */
public final class AdminHandler extends Handler.Abstract {

    private static final String FETCHED_FROM = "Sec-Fetch-Site";
    private static final Problem FORBIDDEN = Problem.of(
            HttpStatus.FORBIDDEN_403,
            "a web page asks for it; expected a request without the fields Origin and " + FETCHED_FROM);

    private final AdminPages pages;

    /** Creates a handler for {@code pages}. */
    public AdminHandler(AdminPages pages) {
        this.pages = pages;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The callback is completed in any case.
    public boolean handle(Request request, Response response, Callback callback) {
        if (isAction(request) && isOfWebPage(request)) {
            write(FORBIDDEN.toReply(), request, response, callback);
            return true;
        }
        pages.act(request.getMethod(), Request.getPathInContext(request), parameters(request))
                .whenComplete((reply, failure) -> {
                    if (failure == null) {
                        write(reply, request, response, callback);
                    } else {
                        callback.failed(failure);
                    }
                });
        return true;
    }

    private static boolean isAction(Request request) {
        return HttpMethod.POST.is(request.getMethod());
    }

    /** A page of any site can send a form to this address, by a browser of this machine. Browsers say so; tools do not. */
    private static boolean isOfWebPage(Request request) {
        return request.getHeaders().contains(HttpHeader.ORIGIN)
                || request.getHeaders().contains(FETCHED_FROM);
    }

    private static Map<String, String> parameters(Request request) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (Fields.Field parameter : Request.extractQueryParameters(request)) {
            parameters.put(parameter.getName(), parameter.getValue());
        }
        return parameters;
    }

    private static void write(Reply reply, Request request, Response response, Callback callback) {
        response.setStatus(reply.status());
        HttpFields.Mutable fields = response.getHeaders();
        fields.put(HttpHeader.CONTENT_TYPE, reply.type());
        fields.put(HttpHeader.CONTENT_LENGTH, reply.body().length);
        reply.headers().forEach(header -> fields.put(header.name(), header.value()));
        boolean head = HttpMethod.HEAD.is(request.getMethod());
        response.write(true, head ? BufferUtil.EMPTY_BUFFER : ByteBuffer.wrap(reply.body()), callback);
    }
}
