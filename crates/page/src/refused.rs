//! Why nothing can be answered: findings as every error of Bouton has them, with the status that HTTP has for them.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bouton::Stop;
use bouton::game::Fault;
use bouton::rules::Source;
use bouton::rules::diagnostic::Diagnostic;
use bouton_teach::findings::{finding_object, translated_about};
use bouton_teach::refusal::Refusal;
use bouton_teach::words::Lang;
use serde_json::{Value as Json, json};

/// A request that is refused.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) findings: Json,
}

impl Refused {
    /// By findings about a rules text.
    pub(crate) fn by(status: StatusCode, source: &Source, findings: &[Diagnostic], lang: Lang) -> Refused {
        let objects = findings.iter().map(|finding| finding_object(source, &translated_about(source, finding, lang)));
        Refused { status, findings: objects.collect() }
    }

    /// By one finding about nothing in the rules.
    pub(crate) fn plain(finding: &Diagnostic, lang: Lang) -> Refused {
        Refused::by(StatusCode::BAD_REQUEST, &Source::new("", ""), std::slice::from_ref(finding), lang)
    }

    /// By a fault in the rules, or in what they were given.
    pub(crate) fn fault(source: &Source, fault: &Fault, lang: Lang) -> Refused {
        let finding = std::slice::from_ref(fault.diagnostic.as_ref());
        Refused::by(StatusCode::UNPROCESSABLE_ENTITY, source, finding, lang)
    }

    /// By what stopped a search.
    pub(crate) fn stop(source: &Source, stop: &Stop, lang: Lang) -> Refused {
        let status = match stop {
            Stop::Time { .. } | Stop::Memory { .. } | Stop::Positions { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Stop::Cancelled => StatusCode::REQUEST_TIMEOUT,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Refused::by(status, source, &[stop.diagnostic()], lang)
    }

    /// By what cannot be explained or drawn.
    pub(crate) fn refusal(source: &Source, refusal: &Refusal, lang: Lang) -> Refused {
        match refusal {
            Refusal::Stop(stop) => Refused::stop(source, stop, lang),
            other => {
                let code = if matches!(other, Refusal::TooLarge { .. }) { "T01" } else { "T02" };
                Refused {
                    status: StatusCode::UNPROCESSABLE_ENTITY,
                    findings: json!([{"code": code, "message": other.say(lang), "severity": "error", "labels": [],
                        "notes": [], "help": other.instead(lang).iter().map(|text| json!({"text": text})).collect::<Json>()}]),
                }
            }
        }
    }

    /// As it is sent.
    pub(crate) fn body(&self) -> Json {
        json!({"schema": "bouton.error/1", "findings": self.findings})
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, axum::Json(self.body())).into_response()
    }
}
