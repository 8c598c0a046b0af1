//! `bindings INPUT OUT-DIR OUT-NAME` writes a module for the web with its JavaScript and types, as the program of wasm-bindgen does.
//! `bindings --version` prints the version of wasm-bindgen.

use anyhow::bail;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args[..] {
        [option] if option == "--version" => {
            println!("wasm-bindgen {}", wasm_bindgen_shared::version())
        }
        [input, out_dir, out_name] => Bindgen::new()
            .web(true)?
            .input_path(input)
            .out_name(out_name)
            .typescript(true)
            // After a trap the old instance cannot be trusted: the page creates a new one.
            .reset_state_function(true)
            // The page names the parts itself. Without this option the whole module would be among its files.
            .omit_default_module_path(true)
            .generate(out_dir)?,
        _ => bail!("expected INPUT OUT-DIR OUT-NAME, got {args:?}"),
    }
    Ok(())
}
