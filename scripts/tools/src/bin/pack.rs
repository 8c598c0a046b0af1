//! wasm-pack, without the question after newer versions that its own program asks the network.
use clap::Parser;
use wasm_pack::{Cli, PBAR, command::run_wasm_pack};

fn main() -> anyhow::Result<()> {
    env_logger::init();
    let args = Cli::parse();
    PBAR.set_log_level(args.log_level);
    PBAR.set_quiet(args.quiet);
    run_wasm_pack(args.cmd)
}
