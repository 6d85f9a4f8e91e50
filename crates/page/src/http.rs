//! Requests from browsers: who may ask, how much, and in which form the answer goes back.

use crate::answers::{Answer, Call, play};
use crate::asked::{At, OneFile, Where};
use crate::assets::{Front, kind};
use crate::refused::Refused;
use crate::routes::{ROUTES, Route, read, unread};
use crate::service::{Cancel, Service};
use crate::visitors::{Turn, Visitors};
use crate::{Settings, lesson, openapi};
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use bouton::Progress;
use bouton::rules::diagnostic::Diagnostic;
use bouton_teach::words::Lang;
use serde_json::{Map, Value as Json, json};
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tokio_stream::{Stream, StreamExt};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// Scripts, styles and pictures are our own; nothing of a page is asked for elsewhere, and no script stands in its text.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; \
font-src 'self'; connect-src 'self'; frame-src blob: 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How often somebody is told how far a solve is.
const EVERY: Duration = Duration::from_millis(200);
/// What a request may carry beside its rules: parameters, a line.
const BESIDE_RULES: usize = 1_000_000;

pub(crate) async fn serve(
    service: Arc<Service>,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let listener = TcpListener::bind((service.settings.host, service.settings.port)).await?;
    let address = listener.local_addr()?;
    ready(address);
    let app = router(service, address.port()).into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, app);
    // Streams may go on for long: who asks to stop does not wait for them.
    tokio::select! {
        served = served => served,
        () = stop => Ok(()),
    }
}

fn router(service: Arc<Service>, port: u16) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        let path = format!("/api/{}", route.path);
        router = if route.get {
            router.route(
                &path,
                get(move |service, headers, Query(asked): Query<Map<String, Json>>| {
                    run(route, service, headers, Json::Object(asked))
                }),
            )
        } else {
            router.route(&path, post(move |service, headers, body| run_body(route, service, headers, body)))
        };
    }
    let most = service.settings.rules_bytes + BESIDE_RULES;
    let Settings { classroom, names, .. } = service.settings.clone();
    let guard = Guard { port, classroom, names, visitors: Visitors::default() };
    router
        .route("/api/solve", post(solve))
        .route("/api/lesson", post(lesson_file))
        .route("/api/openapi.json", get(|| async { axum::Json(openapi::description()) }))
        .fallback(front)
        .layer(DefaultBodyLimit::max(most))
        .layer(CompressionLayer::new().gzip(true))
        .layer(middleware::from_fn_with_state(Arc::new(guard), guarded))
        .layer(CatchPanicLayer::custom(|_| fault(Lang::English).into_response()))
        .with_state(service)
}

/// A panic while something was answered.
fn fault(lang: Lang) -> Refused {
    let finding = Diagnostic::error("Z01", "a fault in Bouton: please report it");
    Refused { status: StatusCode::INTERNAL_SERVER_ERROR, ..Refused::plain(&finding, lang) }
}

/// The language of a visitor, for refusals of what is not read: the page says it with each request, and browsers say theirs.
fn spoken(headers: &HeaderMap) -> Lang {
    let first = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if first.trim_start().to_ascii_lowercase().starts_with("zh") { Lang::Chinese } else { Lang::English }
}

/// Who may ask.
struct Guard {
    port: u16,
    classroom: bool,
    names: Vec<String>,
    visitors: Visitors,
}

impl Guard {
    /// Whether a name of the server is one of its own: a page elsewhere whose name was made to lead here has another.
    fn knows(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let name = name.trim_start_matches('[').trim_end_matches(']');
        let own =
            name.eq_ignore_ascii_case("localhost") || self.names.iter().any(|known| known.eq_ignore_ascii_case(name));
        let address = name.parse::<IpAddr>().ok();
        let reached = address.is_some_and(|address| self.classroom || address.is_loopback());
        port == Some(self.port) && (own || reached)
    }

    /// Whether a request comes from this page, or from no page at all.
    fn allows(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let Some(host) = text(header::HOST).filter(|host| self.knows(host)) else { return false };
        match text(header::ORIGIN) {
            None => {
                !matches!(text(header::HeaderName::from_static("sec-fetch-site")), Some("cross-site" | "same-site"))
            }
            Some(origin) => origin == format!("http://{host}") || origin == format!("https://{host}"),
        }
    }
}

async fn guarded(
    State(guard): State<Arc<Guard>>,
    ConnectInfo(visitor): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = if !guard.allows(request.headers()) {
        (StatusCode::FORBIDDEN, "this page answers to itself alone\n").into_response()
    } else if guard.classroom && request.uri().path().starts_with("/api/") {
        in_turn(&guard.visitors, visitor.ip(), request, next).await
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    let mut set =
        |name: header::HeaderName, value: &'static str| drop(headers.insert(name, HeaderValue::from_static(value)));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    response
}

/// Answers a visitor of a classroom when it is that visitor's turn. A stream holds the turn until it ends.
async fn in_turn(visitors: &Visitors, visitor: IpAddr, mut request: Request, next: Next) -> Response {
    let Some(turn) = visitors.enter(visitor).await.map(Arc::new) else {
        let finding = Diagnostic::error("M02", "you have asked more than is answered at once");
        let refused = Refused::plain(&finding.help("wait a little"), spoken(request.headers()));
        return Refused { status: StatusCode::TOO_MANY_REQUESTS, ..refused }.into_response();
    };
    request.extensions_mut().insert(turn.clone());
    next.run(request).await
}

/// Cancels what somebody asked for when nobody waits for it any more.
struct Waiting(Cancel);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// An answer of a route, or why there is none.
type Answered = Result<axum::Json<Json>, Refused>;

/// The body of a request, where it is not too long to be read.
type Sent = Result<Bytes, BytesRejection>;

async fn run_body(route: &'static Route, service: State<Arc<Service>>, headers: HeaderMap, body: Sent) -> Answered {
    let asked = sent(body, spoken(&headers))?;
    run(route, service, headers, asked).await
}

async fn run(route: &'static Route, State(service): State<Arc<Service>>, headers: HeaderMap, asked: Json) -> Answered {
    let lang = spoken(&headers);
    let cancel = Cancel::default();
    let _waiting = Waiting(cancel.clone());
    computed(service, cancel, lang, move |call| (route.run)(call, asked, lang)).await.map(axum::Json)
}

/// What a request says.
fn sent(body: Sent, lang: Lang) -> Result<Json, Refused> {
    let body = body.map_err(|why| {
        let finding = Diagnostic::error("M02", "this request is longer than what is read");
        Refused { status: why.status(), ..Refused::plain(&finding.help("shorter rules or parameters fit"), lang) }
    })?;
    serde_json::from_slice(&body).map_err(|error| unread(&error, lang))
}

/// Works something out beside the threads that listen.
async fn computed<T: Send + 'static>(
    service: Arc<Service>,
    cancel: Cancel,
    lang: Lang,
    work: impl FnOnce(Call) -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let done = tokio::task::spawn_blocking(move || {
        let worked = bouton::guarded(|| "a request".into(), || work(Call { service: &service, cancel: &cancel }));
        worked.unwrap_or_else(|stop| {
            let refused = Refused::stop(&bouton::rules::Source::new("", ""), &stop, lang);
            Err(Refused { status: StatusCode::INTERNAL_SERVER_ERROR, ..refused })
        })
    });
    done.await.unwrap_or_else(|_| Err(fault(lang)))
}

pub(crate) fn about(call: Call, asked: Where) -> Answer {
    let settings = &call.service.settings;
    let saved = call.service.saved.iter().map(|(id, shown)| {
        let shown = &shown[asked.lang.0 as usize];
        json!({"id": id, "title": bouton_teach::gallery::title(shown.game.rules(), asked.lang.0), "params_text": bouton_teach::scene::params_words(&shown.game, asked.lang.0),
            "positions": shown.saved.head().positions})
    });
    let first = settings.first.as_ref().map(|first| {
        let mut place = Map::new();
        place.extend(first.game.as_ref().map(|game| ("game".to_owned(), json!(game))));
        place.extend(first.rules.as_ref().map(|rules| ("rules".to_owned(), json!(rules))));
        place.insert("params".to_owned(), json!(first.params));
        place
    });
    Ok(json!({"version": env!("CARGO_PKG_VERSION"), "classroom": settings.classroom,
        "limits": {"seconds": settings.time.as_secs(), "memory": settings.memory, "rules": settings.rules_bytes},
        "saved": saved.collect::<Vec<_>>(), "first": first}))
}

/// Tells a stream how far a solve is.
struct Teller {
    to: mpsc::UnboundedSender<Event>,
    began: Instant,
    told: Mutex<Option<Instant>>,
    lang: Lang,
}

impl Progress for Teller {
    fn tick(&self, phase: &'static str, done: u64, total: Option<u64>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_some_and(|told| told.elapsed() < EVERY) {
            return;
        }
        *told = Some(Instant::now());
        let seconds = self.began.elapsed().as_secs_f64();
        let data = json!({"text": self.lang.sentence(phase), "done": done, "total": total, "seconds": seconds});
        // Nobody listens any more: the search is told so by its limits.
        let _ = self.to.send(event("progress", &data));
    }
}

fn event(name: &str, data: &Json) -> Event {
    Event::default().event(name).data(data.to_string())
}

/// A solve, as a stream of how far it is; closing the stream cancels it.
async fn solve(
    State(service): State<Arc<Service>>,
    turn: Option<Extension<Arc<Turn>>>,
    headers: HeaderMap,
    body: Sent,
) -> Result<impl IntoResponse, Refused> {
    let lang = spoken(&headers);
    let asked: At = read("AtAsked", sent(body, lang)?, lang)?;
    let (to, events) = mpsc::unbounded_channel();
    let cancel = Cancel::default();
    let waiting = Waiting(cancel.clone());
    let lang = asked.place.lang.0;
    let last = to.clone();
    tokio::spawn(async move {
        let teller = Teller { to, began: Instant::now(), told: Mutex::new(None), lang };
        let answer = computed(service, cancel, lang, move |call| {
            let solved = call.service.solved(&asked.place, asked.at.as_deref(), call.cancel, &teller)?;
            play::done(&solved, lang)
        });
        let event = match answer.await {
            Ok(done) => event("done", &done),
            Err(refused) => event("failed", &refused.body()),
        };
        let _ = last.send(event);
    });
    let events = UnboundedReceiverStream::new(events).map(Ok::<_, Infallible>);
    let events = While { events, _waiting: (waiting, turn) };
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(1))))
}

/// A stream that holds what ends with it.
struct While<S> {
    events: S,
    _waiting: (Waiting, Option<Extension<Arc<Turn>>>),
}

impl<S: Stream + Unpin> Stream for While<S> {
    type Item = S::Item;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        cx: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        std::pin::Pin::new(&mut self.events).poll_next(cx)
    }
}

/// A lesson as a file.
async fn lesson_file(State(service): State<Arc<Service>>, headers: HeaderMap, body: Sent) -> Result<Response, Refused> {
    let lang = spoken(&headers);
    let asked: OneFile = read("LessonAsked", sent(body, lang)?, lang)?;
    let lang = asked.place.lang.0;
    let cancel = Cancel::default();
    let _waiting = Waiting(cancel.clone());
    let (name, text) = computed(service, cancel, lang, move |call| lesson::file(call, &asked, true)).await?;
    let mut response = ([(header::CONTENT_TYPE, kind("lesson.html"))], text).into_response();
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}.html\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// The front end.
async fn front(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        let finding = Diagnostic::error("C06", "there is no such route");
        let refused = Refused::plain(&finding.help("`/api/openapi.json` lists all"), spoken(&headers));
        return Refused { status: StatusCode::NOT_FOUND, ..refused }.into_response();
    }
    let name = if path.is_empty() { "index.html" } else { path };
    match Front::get(name) {
        Some(file) => {
            // Browsers ask for the picture of a page again at each new address.
            let keep = if name == "favicon.svg" { "max-age=86400" } else { "no-cache" };
            let headers = [(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, keep)];
            (headers, Body::from(file.data.into_owned())).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}
