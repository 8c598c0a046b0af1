//! `totora serve`: serves the built page to this machine only, with native bots and external programs as players.
//! The files of the page are static. On a WebSocket, the page requests analyses and the games of its arena, which
//! [`connection`] answers. Only a page that comes from this server and knows the printed token can connect.

mod arena;
mod connection;
mod games;
mod idle;
mod server;

use super::output::{Failure, failed, input};
use super::program::Program;
use super::programs::ProgramOptions;
use super::signals;
use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use clap::Args;
use connection::Connection;
use idle::TimedListener;
use server::Server;
use std::io::Write;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use totora::record::{MAX_BYTES, program_name};
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// How often we check for a signal.
const LOOK: Duration = Duration::from_millis(50);

/// The headers of every response; `docs/how-to/deploy.md` gives the reasons. The rest of the content security policy is in
/// the page itself.
const HEADERS: [(header::HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'self'"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
];

#[derive(Args)]
pub(crate) struct Serve {
    /// The port; use the same one every time, because the browser saves games by address
    #[arg(long, default_value_t = 8642)]
    port: u16,
    /// The folder of the built page, as `make dist` writes it; by default, `dist` in the current folder or the page that was
    /// installed with this command
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Opens the page in the browser
    #[arg(long)]
    open: bool,
    /// A program that can play, such as minnow='python3 minnow.py', or castro='gtp:./castro' for one that speaks GTP or
    /// (nboard:) NBoard's protocol; can be repeated
    #[arg(long = "program", value_name = "NAME=COMMAND")]
    programs: Vec<String>,
    /// Closes a connection that has been idle for this long, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    idle: u64,
    #[command(flatten)]
    program_options: ProgramOptions,
}

impl Serve {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let programs = self.programs.iter().map(|text| named(text)).collect::<Result<_, _>>()?;
        let page = self.page()?;
        signals::listen()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let address = (Ipv4Addr::LOCALHOST, self.port);
            let listener = TcpListener::bind(address).await.map_err(|error| {
                failed(format!("port {}: {error}; choose another with --port", self.port))
            })?;
            let port = listener.local_addr()?.port();
            let server = Arc::new(Server {
                token: draw_token()?,
                hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
                programs,
                idle: Duration::from_secs(self.idle),
                program_options: self.program_options.clone(),
            });
            let address = format!("http://127.0.0.1:{port}/?serve={}", server.token);
            let mut words = format!("Totora is at {address}\n");
            for name in server.programs.keys() {
                words += &format!("  {name} can play\n");
            }
            // Write it unbuffered: a program that starts us may wait for the first line.
            std::io::stdout().write_all(words.as_bytes())?;
            if self.open {
                open_in_browser(&address);
            }
            let listener = TimedListener { listener, idle: server.idle };
            let served = axum::serve(listener, routes(server, &page));
            tokio::select! {
                served = served.into_future() => Ok(served?),
                () = stop_signal() => Ok(()),
            }
        })
    }

    /// The folder with the page.
    fn page(&self) -> Result<PathBuf, Failure> {
        let installed = || std::env::current_exe().ok().as_deref().and_then(installed_page);
        let places = match &self.page {
            Some(page) => vec![page.clone()],
            None => std::iter::once(PathBuf::from("dist")).chain(installed()).collect(),
        };
        let names: Vec<_> = places.iter().map(|place| place.display().to_string()).collect();
        places.into_iter().find(|place| place.join("index.html").is_file()).ok_or_else(|| {
            input(format!(
                "{}: no index.html found; expected the folder that `make dist` writes",
                names.join(" and ")
            ))
        })
    }
}

/// The folder of the page that is installed with a command of this path: `share/totora/page` for `bin/totora`.
fn installed_page(command: &Path) -> Option<PathBuf> {
    Some(command.parent()?.parent()?.join("share").join("totora").join("page"))
}

/// Opens an address in the browser of the system, or with the program in `BROWSER`. If that fails, the user still has the
/// printed address.
fn open_in_browser(address: &str) {
    let system = if cfg!(target_os = "macos") {
        vec!["open"]
    } else if cfg!(windows) {
        vec!["rundll32", "url.dll,FileProtocolHandler"]
    } else {
        vec!["xdg-open"]
    };
    let own = std::env::var("BROWSER").ok().filter(|own| !own.is_empty());
    let command = own.as_deref().map_or(system, |own| vec![own]);
    let spawned = Command::new(command[0])
        .args(&command[1..])
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = spawned {
        eprintln!("totora: {}: {error}; open the address in a browser yourself", command[0]);
    }
}

/// The routes of the files and the socket.
fn routes(server: Arc<Server>, page: &Path) -> Router {
    let mut routes = Router::new()
        .route("/socket", get(connect))
        .fallback_service(ServeDir::new(page))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), check_host))
        .with_state(server);
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        routes = routes.layer(SetResponseHeaderLayer::if_not_present(name, value));
    }
    routes
}

/// Reads `NAME=COMMAND`.
fn named(text: &str) -> Result<(String, String), Failure> {
    match text.split_once('=').map(|(name, command)| (name, command.trim())) {
        Some((name, command)) if !command.is_empty() => {
            let name = program_name(name).map_err(input)?;
            Program::find(command).map_err(|error| input(format!("--program {name}: {error}")))?;
            Ok((name, command.to_owned()))
        }
        _ => Err(input(format!(
            "`{text}` is not a program; expected NAME=COMMAND, such as minnow='python3 minnow.py'"
        ))),
    }
}

/// 128 random bits in hexadecimal digits.
fn draw_token() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Waits for a signal that asks us to end.
async fn stop_signal() {
    while signals::received().is_none() {
        tokio::time::sleep(LOOK).await;
    }
}

/// Rejects requests with another `Host`. Otherwise a foreign page could make its own name resolve to this machine (DNS
/// rebinding).
async fn check_host(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    if host.is_some_and(|host| server.hosts.iter().any(|ours| ours == host)) {
        next.run(request).await
    } else {
        (StatusCode::MISDIRECTED_REQUEST, "Totora does not serve this address.\n").into_response()
    }
}

/// Accepts the page and no other client.
async fn connect(
    State(server): State<Arc<Server>>,
    address: Uri,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    let is_ours =
        |host: &String| origin.and_then(|o| o.strip_prefix("http://")) == Some(host.as_str());
    if !server.hosts.iter().any(is_ours) {
        return (StatusCode::FORBIDDEN, "Only the page from this server can connect.\n")
            .into_response();
    }
    if address.query().and_then(|query| query.strip_prefix("token=")) != Some(&server.token) {
        let words = "The token is not valid: use the address that `totora serve` printed.\n";
        return (StatusCode::FORBIDDEN, words).into_response();
    }
    upgrade
        .max_message_size(MAX_BYTES)
        .max_frame_size(MAX_BYTES)
        .on_upgrade(|socket| serve_page(socket, server))
}

/// Answers a page until it disconnects. The threads of [`Connection`] send their answers through a channel, and this task
/// writes them to the socket.
async fn serve_page(mut socket: WebSocket, server: Arc<Server>) {
    let (send, mut lines) = mpsc::unbounded_channel();
    // A page may send no request for hours. Pings keep its connection alive as long as the page answers them.
    let mut ping_timer = tokio::time::interval(server.idle / 3);
    let mut connection = Connection::new(server, send);
    loop {
        tokio::select! {
            _ = ping_timer.tick() => {
                if socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
            }
            received = socket.recv() => match received {
                Some(Ok(Message::Text(text))) => connection.handle(&text),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Binary(_))) => connection.refuse("expected text, not bytes"),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            Some(line) = lines.recv() => {
                if socket.send(Message::Text(line.into())).await.is_err() {
                    return;
                }
            }
        }
    }
}
