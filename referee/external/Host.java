import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarFile;

/**
 * Plays match after match by a published referee in one JVM. The arguments are a class path and the class whose main
 * method plays a match. Each match loads the engine and the game anew, so that it knows nothing of the one before;
 * libraries stay. The line END ends the input of a match. When the match has ended, too, the host says READY.
 */
public final class Host {
    private static final String END = "[[ARBITER_END] 0]";
    private static final String READY = "[[ARBITER_READY] 0]";

    public static void main(String[] args) throws Exception {
        InputStream in = new BufferedInputStream(System.in);
        PrintStream out = System.out;
        Properties properties = (Properties) System.getProperties().clone();
        List<URL> fresh = new ArrayList<>();
        List<URL> libraries = new ArrayList<>();
        for (File file : files(args[0])) {
            (isOfGame(file) ? fresh : libraries).add(file.toURI().toURL());
        }
        ClassLoader shared = new URLClassLoader(libraries.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        for (;;) {
            Input input = new Input(in);
            System.setIn(input);
            System.setOut(out);
            System.setProperties((Properties) properties.clone());
            try (URLClassLoader loader = new URLClassLoader(fresh.toArray(new URL[0]), shared)) {
                Thread.currentThread().setContextClassLoader(loader);
                loader.loadClass(args[1]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                e.getCause().printStackTrace();
                System.exit(1);
            }
            input.skip();
            out.println(READY);
            out.flush();
        }
    }

    /** The files and folders of a class path, in which lib/* stands for all jars of lib. */
    private static List<File> files(String classPath) {
        List<File> files = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            if (entry.endsWith("/*")) {
                File[] jars = new File(entry.substring(0, entry.length() - 2)).listFiles((dir, name) -> name.toLowerCase().endsWith(".jar"));
                if (jars != null) {
                    Arrays.sort(jars);
                    files.addAll(Arrays.asList(jars));
                }
            } else {
                files.add(new File(entry));
            }
        }
        return files;
    }

    /** Whether a file holds classes of the engine or the game: both have their packages below com.codingame. */
    private static boolean isOfGame(File file) throws IOException {
        if (!file.isFile()) {
            return true;
        }
        try (JarFile jar = new JarFile(file)) {
            return jar.stream().anyMatch(entry -> entry.getName().startsWith("com/codingame/"));
        }
    }

    /** The input of one match. A read has one line at most, since a referee may read ahead. */
    private static final class Input extends InputStream {
        private final InputStream in;
        private byte[] line = new byte[0];
        private int next;
        private boolean ended;

        Input(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int from, int most) throws IOException {
            if (most == 0) {
                return 0;
            }
            if (next == line.length && !fill()) {
                return -1;
            }
            int n = Math.min(most, line.length - next);
            System.arraycopy(line, next, to, from, n);
            next += n;
            return n;
        }

        @Override
        public int available() {
            return line.length - next;
        }

        /** Skips what is left of the input of the match. */
        void skip() throws IOException {
            while (fill()) {
            }
        }

        /** Reads the next line; false at the end of the match. Without another match the host ends. */
        private boolean fill() throws IOException {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            while (!ended) {
                int b = in.read();
                if (b < 0) {
                    System.exit(0);
                }
                read.write(b);
                if (b == '\n') {
                    line = read.toByteArray();
                    next = 0;
                    ended = new String(line, StandardCharsets.UTF_8).trim().equals(END);
                    return !ended;
                }
            }
            line = new byte[0];
            next = 0;
            return false;
        }
    }
}
