// ARX's search for the best generalization, for arx.py: java -cp JAR Arx.java TABLE HIERARCHIES K SUPPRESSION COLUMN…
// The table is read once. Then each line that comes in is a search, and each line that goes out its levels, in the
// order of the columns.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.deidentifier.arx.ARXAnonymizer;
import org.deidentifier.arx.ARXConfiguration;
import org.deidentifier.arx.ARXLattice.ARXNode;
import org.deidentifier.arx.AttributeType;
import org.deidentifier.arx.AttributeType.Hierarchy;
import org.deidentifier.arx.Data;
import org.deidentifier.arx.criteria.KAnonymity;
import org.deidentifier.arx.metric.Metric;
import org.deidentifier.arx.metric.Metric.AggregateFunction;

public class Arx {
    public static void main(String[] args) throws Exception {
        Data data = Data.create(args[0], StandardCharsets.UTF_8, ',');
        List<String> columns = Arrays.asList(args).subList(4, args.length);
        for (int i = 0; i < data.getHandle().getNumColumns(); i++) {
            String name = data.getHandle().getAttributeName(i);
            if (columns.contains(name)) {
                data.getDefinition().setAttributeType(name, Hierarchy.create(args[1] + name + ".csv", StandardCharsets.UTF_8, ';'));
            } else {
                data.getDefinition().setAttributeType(name, AttributeType.INSENSITIVE_ATTRIBUTE);
            }
        }
        ARXConfiguration configuration = ARXConfiguration.create();
        configuration.addPrivacyModel(new KAnonymity(Integer.parseInt(args[2])));
        configuration.setSuppressionLimit(Double.parseDouble(args[3]));
        // The mean over columns and people, as Skyline has it.
        configuration.setQualityModel(Metric.createLossMetric(AggregateFunction.ARITHMETIC_MEAN));

        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (requests.readLine() != null) {
            data.getHandle().release();
            ARXNode best = new ARXAnonymizer().anonymize(data, configuration).getGlobalOptimum();
            System.out.println(columns.stream().map(name -> Integer.toString(best.getGeneralization(name))).collect(Collectors.joining(" ")));
        }
    }
}
