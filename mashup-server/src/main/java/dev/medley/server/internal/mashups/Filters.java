package dev.medley.server.internal.mashups;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.FilterMapping;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;

/** Puts filters before the mashups. */
final class Filters {

    private Filters() {}

    /** Adds {@code filters}, which requests pass in this order. Mashups suspend requests, so that all have to permit it. */
    static void add(List<MappedFilter> filters, ServletContextHandler context) {
        Map<String, Integer> taken = new HashMap<>();
        for (MappedFilter each : filters) {
            String name = each.name().isEmpty() ? each.filter().getClass().getName() : each.name();
            int number = taken.merge(name, 1, Integer::sum);
            FilterHolder holder = new FilterHolder(each.filter());
            holder.setName(number == 1 ? name : name + "-" + number);
            holder.setAsyncSupported(true);
            holder.setInitParameters(each.parameters());
            FilterMapping mapping = new FilterMapping();
            mapping.setFilterName(holder.getName());
            mapping.setPathSpecs(each.paths().toArray(String[]::new));
            mapping.setServletNames(each.mashups().toArray(String[]::new));
            mapping.setDispatcherTypes(EnumSet.copyOf(each.dispatchers()));
            context.getServletHandler().addFilter(holder, mapping);
        }
    }
}
