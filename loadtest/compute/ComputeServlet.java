import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Computes for 10 ms of a processor, and notes when that began, by the id that the client gives. */
@WebServlet("/compute")
public final class ComputeServlet extends MashupServlet {

    /** By id, in milliseconds since the epoch. */
    static final Map<String, Long> BEGUN = new ConcurrentHashMap<>();

    private static final long serialVersionUID = 1L;
    private static final long CPU_NANOS = 10_000_000;
    private static final int STEPS = 10_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        String id = mashup.parameter("id");
        return mashup.compute(() -> {
            BEGUN.put(id, System.currentTimeMillis());
            return Reply.text(String.valueOf(compute()));
        });
    }

    private static double compute() {
        long end = THREADS.getCurrentThreadCpuTime() + CPU_NANOS;
        double sum = 0;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            for (int i = 1; i <= STEPS; i++) {
                sum += 1.0 / i;
            }
        }
        return sum;
    }
}
