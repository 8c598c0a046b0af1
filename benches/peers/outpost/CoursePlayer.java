// An adapter that lets a player of the course COMS 4444 (2014, project 4) play in Totora. It speaks Totora's protocol, and
// calls the player's `move` and `delete` with the lists and the grid that the course's simulator would pass. This file
// contains no code of the course; README.md in this folder says how to get and build the players.
//
// It is in the simulator's package because the fields of `movePair` are visible only there.

package outpost.sim;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/** One seat: `java -cp PLAYERS:HERE outpost.sim.CoursePlayer group4`. */
public final class CoursePlayer {
    private static final int SIZE = 100;
    private static final int EMPIRES = 4;
    private static final int[][] HOMES = {{0, 0}, {99, 0}, {99, 99}, {0, 99}};
    /** The number of turns that the simulator always reports, however many are played. */
    private static final int REPORTED_TURNS = 10000;
    private static final boolean LOUD = System.getenv("COURSE_PLAYER_LOUD") != null;

    private final Class<?> group;
    private final PrintStream out;
    private Player player;
    private int seat;
    private int radius;
    private int landCost;
    private int waterCost;
    /** The current turn, from 1. */
    private int turn;
    private Point[] grid;
    private final ArrayList<ArrayList<Pair>> posts = new ArrayList<>();

    private CoursePlayer(Class<?> group, PrintStream out) {
        this.group = group;
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        if (args.length != 1) {
            System.err.println("usage: CoursePlayer GROUP, such as group4");
            System.exit(2);
        }
        PrintStream out = System.out;
        // Players may print anything, but standard output must have only responses.
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        System.setOut(LOUD ? System.err : nowhere);
        if (!LOUD) {
            System.setErr(nowhere);
        }
        new CoursePlayer(Class.forName("outpost." + args[0] + ".Player"), out).talk();
    }

    private void talk() throws Exception {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String what = text(line, "do");
            if (what.equals("new")) {
                begin(line);
                say("{\"ok\":true,\"wants\":[\"state\"]}");
            } else if (what.equals("think")) {
                say("{\"ok\":true,\"thought\":{\"choice\":\"" + think(line) + "\"}}");
            } else {
                say("{\"ok\":true}");
                if (what.equals("quit")) {
                    return;
                }
            }
        }
    }

    private void say(String answer) {
        out.println(answer);
        out.flush();
    }

    /** Starts a game: the map comes from the position text, the parameters from the options. */
    private void begin(String line) throws Exception {
        seat = number(line, "seat");
        radius = number(line, "r");
        landCost = number(line, "L");
        waterCost = number(line, "W");
        turn = 0;
        String[] rows = text(line, "position").split("\\\\n");
        grid = new Point[SIZE * SIZE];
        for (int x = 0; x < SIZE; x++) {
            for (int y = 0; y < SIZE; y++) {
                boolean water = "~!1234".indexOf(rows[y].charAt(x)) >= 0;
                grid[x * SIZE + y] = new Point(x, y, water);
            }
        }
        player = (Player) group.getDeclaredConstructor(int.class).newInstance(seat);
        player.init();
    }

    /** The orders of a turn, in our notation. */
    private String think(String line) {
        turn++;
        read(line);
        own();
        StringBuilder orders = new StringBuilder();
        if (turn % 10 == 0) {
            int[] afford = afford();
            for (int e = 0; e < EMPIRES; e++) {
                if (afford[e] > posts.get(e).size()) {
                    posts.get(e).add(new Pair(HOMES[e][0], HOMES[e][1]));
                }
            }
            if (afford[seat] < posts.get(seat).size()) {
                disband(orders);
            }
        }
        ArrayList<movePair> moves = null;
        // A copy of the list: the player may change the original.
        ArrayList<Pair> before = new ArrayList<>();
        for (Pair post : posts.get(seat)) {
            before.add(new Pair(post));
        }
        try {
            moves = player.move(posts, grid, radius, landCost, waterCost, REPORTED_TURNS);
        } catch (Exception | StackOverflowError fault) {
            fault.printStackTrace();
        }
        if (moves != null) {
            for (movePair move : moves) {
                step(before, move, orders);
            }
        }
        return orders.length() == 0 ? "-" : orders.toString();
    }

    private void disband(StringBuilder orders) {
        ArrayList<Pair> own = posts.get(seat);
        try {
            int index = player.delete(posts, grid);
            if (index >= 0 && index < own.size()) {
                own.remove(index);
                orders.append('x').append(index);
            }
        } catch (Exception | StackOverflowError fault) {
            // The simulator would keep the outpost and skip the move; here the newest outpost is removed.
            fault.printStackTrace();
        }
        if (orders.length() == 0) {
            own.remove(own.size() - 1);
        }
    }

    /** Appends an order if the simulator would carry it out; it ignores all others. */
    private void step(ArrayList<Pair> before, movePair move, StringBuilder orders) {
        if (move == null || move.pr == null || move.id < 0 || move.id >= before.size()) {
            return;
        }
        int dx = move.pr.x - before.get(move.id).x;
        int dy = move.pr.y - before.get(move.id).y;
        boolean inside = move.pr.x >= 0 && move.pr.y >= 0 && move.pr.x < SIZE && move.pr.y < SIZE;
        if (!inside || Math.abs(dx) + Math.abs(dy) != 1) {
            return;
        }
        String where = dx == 1 ? "E" : dx == -1 ? "W" : dy == 1 ? "S" : "N";
        if (orders.length() > 0) {
            orders.append(' ');
        }
        orders.append(move.id).append(':').append(where);
    }

    /** Reads the outposts from the summary of the state. */
    private void read(String line) {
        posts.clear();
        int at = line.indexOf("\"outposts\":[") + "\"outposts\":[".length();
        for (int e = 0; e < EMPIRES; e++) {
            ArrayList<Pair> own = new ArrayList<>();
            at = line.indexOf('[', at) + 1;
            while (line.charAt(at) != ']') {
                int open = line.indexOf('[', at) + 1;
                int comma = line.indexOf(',', open);
                int close = line.indexOf(']', comma);
                own.add(new Pair(Integer.parseInt(line.substring(open, comma)),
                        Integer.parseInt(line.substring(comma + 1, close))));
                at = close + 1;
                if (line.charAt(at) == ',') {
                    at++;
                }
            }
            at++;
            posts.add(own);
        }
    }

    /** Writes the owners into the grid as the simulator does: an entry for each of the nearest empires. */
    private void own() {
        int[] near = new int[EMPIRES];
        int[] who = new int[EMPIRES];
        for (Point cell : grid) {
            cell.ownerlist.clear();
            int least = radius + 1;
            for (int e = 0; e < EMPIRES; e++) {
                near[e] = radius + 1;
                ArrayList<Pair> own = posts.get(e);
                for (int i = 0; i < own.size(); i++) {
                    Pair post = own.get(i);
                    int way = Math.abs(post.x - cell.x) + Math.abs(post.y - cell.y);
                    if (way < near[e]) {
                        near[e] = way;
                        who[e] = i;
                    }
                }
                least = Math.min(least, near[e]);
            }
            for (int e = 0; e < EMPIRES && least <= radius; e++) {
                if (near[e] == least) {
                    cell.ownerlist.add(new Pair(e, who[e]));
                }
            }
        }
    }

    private int[] afford() {
        int[] land = new int[EMPIRES];
        int[] water = new int[EMPIRES];
        for (Point cell : grid) {
            if (cell.ownerlist.size() == 1) {
                (cell.water ? water : land)[cell.ownerlist.get(0).x]++;
            }
        }
        int[] afford = new int[EMPIRES];
        for (int e = 0; e < EMPIRES; e++) {
            afford[e] = 1 + Math.min(land[e] / landCost, water[e] / waterCost);
        }
        return afford;
    }

    /** The string value of a key. None of the requested values contains a quotation mark. */
    private static String text(String line, String name) {
        int at = line.indexOf("\"" + name + "\":\"");
        if (at < 0) {
            throw new IllegalArgumentException("no text \"" + name + "\" in: " + line);
        }
        at += name.length() + 4;
        return line.substring(at, line.indexOf('"', at));
    }

    /** The integer value of a key. */
    private static int number(String line, String name) {
        int at = line.indexOf("\"" + name + "\":");
        if (at < 0) {
            throw new IllegalArgumentException("no number \"" + name + "\" in: " + line);
        }
        at += name.length() + 3;
        int end = at;
        while (Character.isDigit(line.charAt(end))) {
            end++;
        }
        return Integer.parseInt(line.substring(at, end));
    }
}
