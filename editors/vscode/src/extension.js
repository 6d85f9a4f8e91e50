// The client: starts `bouton lsp` for rules, and runs the commands over a game in a terminal.
"use strict";

const vscode = require("vscode");
const path = require("path");
const os = require("os");
const fs = require("fs");
const { LanguageClient, State } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

function settings() {
  return vscode.workspace.getConfiguration("bouton");
}

function program() {
  return settings().get("path") || "bouton";
}

function language() {
  return settings().get("language") || (vscode.env.language.startsWith("zh") ? "zh" : "en");
}

async function start(context) {
  const lang = language();
  const server = { command: program(), args: ["lsp", "--lang", lang] };
  client = new LanguageClient("bouton", "Bouton", server, {
    documentSelector: [{ language: "bouton" }],
    // The commands over a game are run here, in a terminal: the server need not.
    initializationOptions: { commands: true, lang },
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choose = "Set the path";
    const text = `Bouton cannot be started as "${program()}": ${error.message}`;
    if ((await vscode.window.showErrorMessage(text, choose)) === choose) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "bouton.path");
    }
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.state !== State.Stopped) {
    await running.stop();
  }
}

/** The file that a command is about, saved. A text that has no file yet is written to one for a while. */
async function file(uri) {
  const given = uri && vscode.Uri.parse(uri);
  const document = given
    ? await vscode.workspace.openTextDocument(given)
    : vscode.window.activeTextEditor && vscode.window.activeTextEditor.document;
  if (!document || document.languageId !== "bouton") {
    vscode.window.showInformationMessage("Open a .game file first.");
    return undefined;
  }
  if (document.uri.scheme === "file") {
    await document.save();
    return document.uri.fsPath;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bouton-"));
  const copy = path.join(folder, "untitled.game");
  fs.writeFileSync(copy, document.getText());
  return copy;
}

function terminal(words) {
  const name = "Bouton";
  const open = vscode.window.terminals.find((one) => one.name === name && one.exitStatus === undefined);
  if (open) {
    open.dispose();
  }
  // The program is the terminal's own process: no shell reads the words, so nothing in them can mean something to one.
  const shown = vscode.window.createTerminal({ name, shellPath: program(), shellArgs: words, isTransient: true });
  shown.show(true);
}

/** Runs a command that ends by itself, and shows what it says beside the text. */
function beside(words, title) {
  const { execFile } = require("child_process");
  const limits = { maxBuffer: 8 << 20, timeout: 60_000 };
  return new Promise((resolve) => {
    execFile(program(), [...words, "--lang", language(), "--color", "never"], limits, async (error, out, err) => {
      const text = out.trim() ? out : err || String(error);
      const document = await vscode.workspace.openTextDocument({ content: text, language: "plaintext" });
      const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true };
      await vscode.window.showTextDocument(document, where);
      resolve(title);
    });
  });
}

async function command(word, uri, ...params) {
  const name = await file(uri);
  if (!name) {
    return;
  }
  if (word === "play") {
    terminal([word, name, ...params, "--lang", language()]);
  } else {
    await beside([word, name, ...params], word);
  }
}

/** A picture beside the text: the board of the game's start, or its table.
 *  @type {{ panel: vscode.WebviewPanel, what: "board" | "table" } | undefined} */
let preview;

/** Draws the picture, and again whenever the text is saved. */
async function draw(what) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== "bouton") {
    vscode.window.showInformationMessage("Open a .game file first.");
    return;
  }
  if (!preview) {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("bouton", "Bouton", column, { enableScripts: false });
    panel.onDidDispose(() => (preview = undefined));
    preview = { panel, what };
  }
  preview.what = what;
  const body = what === "board" ? await board(editor.document.uri.toString()) : await table(editor.document.uri.toString());
  if (preview && preview.what === what) {
    preview.panel.webview.html = `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><body style="background:white;color:black">${body}</body>`;
  }
}

const plain = (text) => `<pre>${String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;")}</pre>`;

/** The board as the server draws it, of the text as it stands. */
async function board(uri) {
  try {
    const drawn = await client.sendRequest("bouton/board", { textDocument: { uri } });
    return drawn.svg || plain(drawn.text);
  } catch (error) {
    return plain(error.message);
  }
}

/** The table, drawn by the program. */
async function table(uri) {
  const name = await file(uri);
  if (!name) {
    return "";
  }
  const { execFile } = require("child_process");
  const words = ["table", name, ...(await shownWords(uri)), "--format", "svg", "--lang", language(), "--time", "10s"];
  return new Promise((done) => execFile(program(), words, { maxBuffer: 8 << 20 }, (error, out, err) => done(out.trim() ? out : plain(err || error))));
}

/** The parameters that the commands over the game have. */
async function shownWords(uri) {
  if (!client) {
    return [];
  }
  try {
    const lenses = await client.sendRequest("textDocument/codeLens", { textDocument: { uri } });
    const solve = lenses.find((lens) => lens.command && lens.command.command === "bouton.solve");
    return solve ? solve.command.arguments.slice(1) : [];
  } catch {
    return [];
  }
}

async function explain(code) {
  const asked = code || (await vscode.window.showInputBox({ prompt: "B020" }));
  if (asked) {
    await beside(["explain", asked], asked);
  }
}

async function activate(context) {
  const on = (name, run) => context.subscriptions.push(vscode.commands.registerCommand(name, run));
  for (const word of ["solve", "play", "table", "why"]) {
    on(`bouton.${word}`, async (uri, ...params) => {
      const known = typeof uri === "string";
      const open = vscode.window.activeTextEditor;
      const given = known ? params : open ? await shownWords(open.document.uri.toString()) : [];
      await command(word, known ? uri : undefined, ...given);
    });
  }
  on("bouton.explain", explain);
  on("bouton.preview", () => draw("board"));
  on("bouton.previewTable", () => draw("table"));
  on("bouton.restart", async () => {
    await stop();
    await start(context);
  });
  context.subscriptions.push(
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (preview && document.languageId === "bouton" && vscode.window.activeTextEditor && vscode.window.activeTextEditor.document === document) {
        void draw(preview.what);
      }
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("bouton")) {
        await stop();
        await start(context);
      }
    }),
  );
  await start(context);
}

module.exports = { activate, deactivate: stop };
