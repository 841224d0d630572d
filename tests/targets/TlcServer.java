import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs TLC once per connection (see relay.c), each time with classes loaded anew, for TLC keeps what it knows of a
 * module in static fields. Arguments: TLC's jar, the socket, after how many runs to end (a run leaves things behind).
 */
public final class TlcServer {
    public static void main(String[] args) throws Exception {
        File jar = new File(args[0]);
        int runs = Integer.parseInt(args[2]);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(args[1]));
            for (int i = 0; i < runs; i++) {
                try (SocketChannel client = server.accept()) {
                    serve(jar, client);
                }
            }
        }
        Runtime.getRuntime().halt(0); // without the hooks of all those runs
    }

    private static void serve(File jar, SocketChannel client) throws Exception {
        List<String> request = read(client);
        Thread watch = new Thread(() -> {
            try {
                client.read(ByteBuffer.allocate(1));
                Runtime.getRuntime().halt(3); // nobody waits for the answer: out of time
            } catch (IOException e) {
                return; // answered, and closed by us
            }
        });
        watch.setDaemon(true);
        watch.start();
        PrintStream out = new PrintStream(new BufferedOutputStream(Channels.newOutputStream(client), 65536), false, "UTF-8");
        PrintStream oldOut = System.out;
        PrintStream oldErr = System.err;
        System.setOut(out);
        System.setErr(out);
        int code;
        try {
            code = check(jar, request.get(0), request.subList(1, request.size()));
        } catch (Throwable e) {
            e.printStackTrace(out);
            code = 70;
        }
        out.print('\0');
        out.print(code);
        out.flush();
        System.setOut(oldOut);
        System.setErr(oldErr);
    }

    /** The number of texts that follow, the working directory and the arguments, each ended by a zero byte. */
    private static List<String> read(SocketChannel client) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteBuffer part = ByteBuffer.allocate(65536);
        while (true) {
            String[] texts = all.toString(StandardCharsets.UTF_8).split("\0", -1);
            if (texts.length >= 2 && texts.length - 2 >= Integer.parseInt(texts[0])) {
                return new ArrayList<>(Arrays.asList(texts).subList(1, texts.length - 1));
            }
            if (client.read(part) < 0) {
                throw new IOException("the request ended early");
            }
            all.write(part.array(), 0, part.position());
            part.clear();
        }
    }

    /** What tlc2.TLC.main does, but for the end of the machine. Java has no chdir: files get their folder in front. */
    private static int check(File jar, String folder, List<String> arguments) throws Exception {
        System.setProperty("java.io.tmpdir", folder);
        List<String> given = new ArrayList<>();
        for (String argument : arguments) {
            boolean isFile = argument.endsWith(".tla") || argument.endsWith(".cfg") || argument.startsWith("states");
            given.add(isFile ? folder + File.separator + argument : argument);
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toURI().toURL()}, ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> type = loader.loadClass("tlc2.TLC");
            Object tlc = type.getConstructor().newInstance();
            if (!(Boolean) type.getMethod("handleParameters", String[].class).invoke(tlc, (Object) given.toArray(new String[0]))) {
                return 1;
            }
            Class<?> files = loader.loadClass("util.SimpleFilenameToStream");
            Object resolver = files.getConstructor(String.class).newInstance(folder);
            type.getMethod("setResolver", loader.loadClass("util.FilenameToStream")).invoke(tlc, resolver);
            Object result = type.getMethod("process").invoke(tlc);
            Class<?> status = loader.loadClass("tlc2.output.EC$ExitStatus");
            return (Integer) status.getMethod("errorConstantToExitStatus", int.class).invoke(null, result);
        }
    }
}
