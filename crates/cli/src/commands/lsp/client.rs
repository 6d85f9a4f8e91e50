//! What the editor can do, as it says when it begins; and what the server can.

use super::places::Encoding;
use super::tokens;
use bouton_teach::editor::LensCommand;
use bouton_teach::words::Lang;
use serde_json::{Value as Json, json};

/// What the editor can do.
#[derive(Clone, Debug, Default)]
pub(super) struct Client {
    pub(super) encoding: Encoding,
    /// Completions with places to fill in.
    pub(super) snippets: bool,
    /// It asks for results behind lines, and for commands over them, again when told to.
    pub(super) refreshes: [bool; 2],
    /// It runs the commands over lines itself, in a terminal say.
    pub(super) own_commands: bool,
    /// Places that belong to a finding are shown with it.
    pub(super) related: bool,
    /// What is inside of a line may be told in the outline.
    pub(super) nested: bool,
    /// The language it is used in, if one is spoken here.
    pub(super) lang: Option<Lang>,
}

impl Client {
    pub(super) fn new(params: &Json) -> Client {
        let can = |path: &str| params.pointer(&format!("/capabilities{path}")).and_then(Json::as_bool).unwrap_or(false);
        let encodings = params.pointer("/capabilities/general/positionEncodings").and_then(Json::as_array);
        let options = params.get("initializationOptions");
        let option = |name: &str| options.and_then(|options| options.get(name));
        let lang = option("lang").or_else(|| params.get("locale")).and_then(Json::as_str);
        Client {
            encoding: encodings.map_or_else(Encoding::default, |list| Encoding::chosen(list)),
            snippets: can("/textDocument/completion/completionItem/snippetSupport"),
            refreshes: [can("/workspace/inlayHint/refreshSupport"), can("/workspace/codeLens/refreshSupport")],
            own_commands: option("commands").and_then(Json::as_bool).unwrap_or(false),
            related: can("/textDocument/publishDiagnostics/relatedInformation"),
            nested: can("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            lang: lang.and_then(|lang| lang.parse().ok()),
        }
    }

    /// What the server can do.
    pub(super) fn answer(&self) -> Json {
        let mut capabilities = json!({
            "positionEncoding": self.encoding.name(),
            "textDocumentSync": {"openClose": true, "change": 2, "save": false},
            "hoverProvider": true,
            "completionProvider": {"triggerCharacters": [" ", ":", ">", "(", "["]},
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": {"prepareProvider": true},
            "documentSymbolProvider": true,
            "codeActionProvider": {"codeActionKinds": ["quickfix"]},
            "codeLensProvider": {"resolveProvider": false},
            "inlayHintProvider": true,
            "foldingRangeProvider": true,
            "documentFormattingProvider": true,
            "semanticTokensProvider": {"full": true, "legend": tokens::legend()},
        });
        if !self.own_commands {
            capabilities["executeCommandProvider"] = json!({"commands": commands().collect::<Vec<_>>()});
        }
        json!({"capabilities": capabilities, "serverInfo": {"name": "bouton", "version": env!("CARGO_PKG_VERSION")}})
    }
}

/// Every command an editor may ask for.
fn commands() -> impl Iterator<Item = String> {
    LensCommand::ALL
        .into_iter()
        .map(|command| format!("bouton.{}", command.word()))
        .chain(["bouton.explain".to_owned()])
}
