//! The arguments, and the command that each subcommand runs. Each command has its own file.

mod arena;
mod bring;
mod course;
mod dialect;
mod files;
mod games;
mod human;
mod input;
mod lines;
mod output;
mod perft;
mod play;
mod program;
mod programs;
mod protocol;
mod prove;
mod reversi;
mod serve;
mod signals;
mod solve;
mod think;
mod transcript;
mod watchdog;

use clap::{Parser, Subcommand};
use output::Failure;
use std::process::ExitCode;

/// Board games, their bots, and explanations of their moves.
#[derive(Parser)]
#[command(name = "totora", version, about, max_term_width = 100)]
#[command(after_help = "Example: totora play uros --seats balanced,exploit --seed 1")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the games with their options and bots.
    #[command(after_help = "Example: totora games --json")]
    Games(games::Games),
    /// Plays a game between bots, programs and you, and prints the moves and the result.
    #[command(
        after_help = "Example: totora play uros --seats balanced,exploit:bvl=6 --seed 7 --record game.json; totora play isolation --seats human,mina"
    )]
    Play(play::Play),
    /// Replays a record, or a file with one record per line, move by move.
    #[command(after_help = "Example: totora replay game.json --json")]
    Replay(files::Replay),
    /// Shows a bot's analysis of a position: every candidate with its score and its terms.
    #[command(
        after_help = "Example: totora think uros --moves \"T@A6 T.0\" --bot balanced --top 5"
    )]
    Think(think::Think),
    /// Counts the leaf nodes of the legal-move tree.
    #[command(after_help = "Example: totora perft uros --depth 3")]
    Perft(perft::Perft),
    /// Plays a tournament between bots with balanced sides, and prints the results.
    #[command(
        after_help = "Example: totora arena uros --bots balanced,explore,random --games 2000"
    )]
    Arena(arena::Arena),
    /// Plays a bot with several values of one parameter, and prints the result of each value.
    #[command(
        after_help = "Example: totora sweep uros --bot balanced --number foe_efl --from 0 --to 10 --steps 11 \
            --field explore,expand,exterminate,exploit --games 400"
    )]
    Sweep(prove::Sweep),
    /// Searches for the best parameters of a bot by playing games, and verifies them on new seeds.
    #[command(
        after_help = "Example: totora tune uros --bot balanced --field explore,expand,exterminate,exploit \
            --games 40 --generations 100 --verify 4000 --results tuning.jsonl"
    )]
    Tune(prove::Tune),
    /// Learns the weights of terms from games of a heuristic against itself, and measures it against a bot.
    #[command(
        after_help = "Example: totora learn uros --terms own_village,own_front,opponent_front --games 1000 \
            --against balanced --seed 1 --results learning.jsonl"
    )]
    Learn(prove::Learn),
    /// Plays a heuristic against itself without each of its terms, and prints what each term is worth.
    #[command(after_help = "Example: totora ablate uros --bot balanced --games 2000")]
    Ablate(prove::Ablate),
    /// Plays a bot against itself, and prints how well its scores predict the chance to win.
    #[command(
        after_help = "Example: totora calibrate uros --bot balanced --games 2200 --table src/games/uros/calibration.txt"
    )]
    Calibrate(prove::Calibrate),
    /// Proves who wins, for Isolation and for FenceMaster with side 3 to 5.
    #[command(
        after_help = "Examples: totora solve isolation --moves \"d4 e5\"; totora solve isolation --all; \
            totora solve fencemaster --option size=4 --option rules=havannah --memory 4096 --save havannah-4.bin"
    )]
    Solve(solve::Solve),
    /// Checks a record, a map or a board, and reports what is wrong and where.
    #[command(after_help = "Examples: totora check game.json; totora check --game reversi my.map")]
    Check(files::Check),
    /// Converts a record to a link.
    #[command(after_help = "Example: totora link game.json --ply 12 --overlay hints")]
    Link(files::Link),
    /// Converts a game to another format: JSON, a link, a position text, GGF, SGF or a line of moves.
    #[command(after_help = "Example: totora convert game.ggf --to sgf")]
    Convert(bring::Convert),
    /// Converts a link, or its part from # on, to the JSON of the record.
    #[command(after_help = "Example: totora open '#1uros.…'")]
    Open(files::Open),
    /// Grades the hand-ins of a class: plays the games of each result again.
    #[command(subcommand, after_help = "Example: totora course grade hand-ins/ --junit report.xml")]
    Course(course::Course),
    /// Serves the page to this machine only, with external programs and native bots as players.
    #[command(
        after_help = "Example: totora serve --program minnow='python3 examples/bots/isolation_mobility.py'"
    )]
    Serve(serve::Serve),
    /// Answers requests in JSON Lines on standard input, for external programs; see docs/reference/protocol.md.
    #[command(after_help = "Example: echo '{\"do\":\"new\",\"game\":\"uros\"}' | totora protocol")]
    Protocol,
    /// Plays Reversi XT on a server over TCP with one of the bots.
    #[command(
        after_help = "Example: totora reversi-client --host 127.0.0.1 --port 7777 --group 3 --bot brs"
    )]
    ReversiClient(reversi::Client),
    /// Converts the log of reversi-client to a record.
    #[command(
        after_help = "Example: totora reversi-client --group 3 > match.log; totora reversi-record match.log"
    )]
    ReversiRecord(reversi::ToRecord),
    /// Ends an external program when the Totora process that started it is killed.
    #[command(hide = true)]
    Watchdog,
}

/// Parses the arguments and runs the command.
pub(crate) fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|info| {
        eprintln!("totora: internal error; please report this bug: {info}");
        std::process::exit(1);
    }));
    let cli = Cli::parse();
    let done = match cli.command {
        Command::Games(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Think(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Arena(command) => command.run(),
        Command::Sweep(command) => command.run(),
        Command::Tune(command) => command.run(),
        Command::Learn(command) => command.run(),
        Command::Ablate(command) => command.run(),
        Command::Calibrate(command) => command.run(),
        Command::Solve(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Link(command) => command.run(),
        Command::Open(command) => command.run(),
        Command::Convert(command) => command.run(),
        Command::Course(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Protocol => protocol::run(),
        Command::ReversiClient(command) => command.run(),
        Command::ReversiRecord(command) => command.run(),
        Command::Watchdog => watchdog::run(),
    };
    let (message, code) = match done {
        Ok(()) | Err(Failure::Closed) => return ExitCode::SUCCESS,
        Err(Failure::Input(message)) => (message, 2),
        Err(Failure::Failed(message)) => (message, 1),
        Err(Failure::Stopped(signal)) => {
            (format!("stopped by {}; the output is incomplete", signal.1), signal.exit_code())
        }
    };
    eprintln!("totora: {message}");
    ExitCode::from(code)
}
