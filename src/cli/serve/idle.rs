//! Connections that end when nothing is sent or received for a while, so that clients that are gone, or that open
//! connections and say nothing, do not use up the process's files.

use axum::serve::Listener;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep};

/// Accepts connections that may be silent for so long.
pub(super) struct TimedListener {
    pub(super) listener: TcpListener,
    pub(super) idle: Duration,
}

impl Listener for TimedListener {
    type Io = TimedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TimedStream, SocketAddr) {
        let (stream, from) = Listener::accept(&mut self.listener).await;
        let idle = self.idle;
        (TimedStream { stream, idle, end: Box::pin(sleep(idle)) }, from)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection; reading fails once it has been silent for too long.
pub(super) struct TimedStream {
    stream: TcpStream,
    idle: Duration,
    /// When it has been silent for too long; moved on by every byte.
    end: Pin<Box<Sleep>>,
}

impl TimedStream {
    fn stir(&mut self) {
        self.end.as_mut().reset(Instant::now() + self.idle);
    }

    /// Remembers that something was sent.
    fn sent<T>(&mut self, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if let Poll::Ready(Ok(_)) = done {
            self.stir();
        }
        done
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(context, buffer) {
            self.stir();
            return Poll::Ready(read);
        }
        ready!(self.end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.sent(done)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.sent(done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
