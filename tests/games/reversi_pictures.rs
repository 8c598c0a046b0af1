//! Draws the images of Reversi XT's built-in maps and compares them with the files in `docs/reference/rules/reversi/`.
//! `TOTORA_WRITE_PICTURES=1 cargo test --test games reversi_pictures` writes them again.

use std::fmt::Write;
use std::path::Path;
use totora::games::reversi::built_in::{MAPS, map_of};
use totora::games::reversi::{Map, Tile};

/// Okabe and Ito's colours, which colour-blind people can distinguish.
const PLAYERS: [&str; 8] =
    ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999"];
const SIDE: i32 = 20;
const EDGE: i32 = 14;
/// The changes of x and y in each direction, clockwise from up.
const STEPS: [(i32, i32); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// The middle of a tile.
fn middle(x: i32, y: i32) -> (i32, i32) {
    (EDGE + x * SIDE + SIDE / 2, EDGE + y * SIDE + SIDE / 2)
}

fn draw(map: &Map) -> String {
    let (width, height) = (i32::from(map.width), i32::from(map.height));
    let (right, bottom) = (2 * EDGE + width * SIDE, 2 * EDGE + height * SIDE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {right} {bottom}\" width=\"{right}\" height=\"{bottom}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
         <rect width=\"{right}\" height=\"{bottom}\" fill=\"#cfe4ea\"/>\n"
    );
    let mut put = |line: String| writeln!(svg, "{line}").expect("written to a string");
    // Tiles: one path for all of them.
    let mut tiles = String::new();
    for y in 0..height {
        for x in 0..width {
            if map.tile(x as usize, y as usize) != Tile::Hole {
                let (left, top) = (EDGE + x * SIDE + 1, EDGE + y * SIDE + 1);
                let inner = SIDE - 2;
                write!(tiles, "M{left} {top}h{inner}v{inner}h-{inner}z").expect("a string");
            }
        }
    }
    put(format!("<path fill=\"#f6f1e4\" d=\"{tiles}\"/>"));
    // Transitions: a curve between the two borders, each in its own colour. A mirror is a dot.
    for (i, [one, other]) in map.transitions.iter().enumerate() {
        let end = |end: &totora::games::reversi::map::Border| {
            let (x, y) = middle(i32::from(end.x), i32::from(end.y));
            let (dx, dy) = STEPS[usize::from(end.direction)];
            (x + dx * SIDE / 2, y + dy * SIDE / 2, dx, dy)
        };
        let ((ax, ay, adx, ady), (bx, by, bdx, bdy)) = (end(one), end(other));
        let hue = i * 360 / map.transitions.len();
        let far = SIDE;
        if one != other {
            let (cx, cy) = (ax + adx * far, ay + ady * far);
            let (dx, dy) = (bx + bdx * far, by + bdy * far);
            put(format!(
                "<path fill=\"none\" stroke=\"hsl({hue},70%,40%)\" stroke-opacity=\".45\" d=\"M{ax} {ay}C{cx} {cy} {dx} {dy} {bx} {by}\"/>"
            ));
        }
        for (x, y) in [(ax, ay), (bx, by)] {
            put(format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"hsl({hue},70%,40%)\"/>"));
        }
    }
    for y in 0..height {
        for x in 0..width {
            let (cx, cy) = middle(x, y);
            let text = |letter: char| {
                format!("<text x=\"{cx}\" y=\"{}\" fill=\"#333\">{letter}</text>", cy + 4)
            };
            match map.tile(x as usize, y as usize) {
                Tile::Hole | Tile::Empty => {}
                Tile::Stone(player) => {
                    let colour = PLAYERS[usize::from(player) - 1];
                    put(format!("<circle cx=\"{cx}\" cy=\"{cy}\" r=\"8\" fill=\"{colour}\"/>"));
                    put(text(char::from(b'0' + player)));
                }
                Tile::Expansion => put(format!(
                    "<path stroke=\"#333\" stroke-width=\"2\" d=\"M{} {}l10 10m0-10l-10 10\"/>",
                    cx - 5,
                    cy - 5
                )),
                special => put(text(special.letter())),
            }
        }
    }
    svg + "</svg>\n"
}

#[test]
fn every_map_has_a_current_image() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/rules/reversi");
    let write = std::env::var_os("TOTORA_WRITE_PICTURES").is_some();
    let page = std::fs::read_to_string(folder.with_extension("md"))
        .expect("docs/reference/rules/reversi.md");
    for built_in in MAPS {
        let picture = draw(&map_of(built_in.name).expect(built_in.name));
        let path = folder.join(built_in.name).with_extension("svg");
        if write {
            std::fs::write(&path, &picture).expect("written");
        }
        let saved = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(saved == picture, "{} is out of date; see the top of this file", path.display());
        assert!(page.contains(&format!("reversi/{}.svg", built_in.name)), "{}", built_in.name);
    }
}
