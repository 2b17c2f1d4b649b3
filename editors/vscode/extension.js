const { execFile } = require('node:child_process');
const { dirname } = require('node:path');
const { Uri, commands, window, workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

/** @type {LanguageClient | undefined} */
let client;

/** The numbers of rows in the JSON of a run, by the names of downloads' tables and uploads. */
function rowsOf(outcome) {
  const tables = (outcome.downloads ?? []).flatMap(({ tables }) => tables ?? []);
  return Object.fromEntries([...tables, ...(outcome.uploads ?? [])].map(({ name, rows }) => [name, rows]));
}

/** Runs an upload of a file, and shows its rows above it. */
function run(address, name) {
  const path = Uri.parse(address).fsPath;
  const command = workspace.getConfiguration('switchboard').get('command', 'switchboard');
  const args = ['run', path, '--only', name, '--json'];
  execFile(command, args, { cwd: dirname(path), shell: process.platform === 'win32' }, (error, stdout, stderr) => {
    try {
      void client?.sendRequest('switchboard/rows', { rows: rowsOf(JSON.parse(stdout)) });
      void window.showInformationMessage(`${name}: the run has ended.`);
    } catch {
      void window.showErrorMessage(stderr.trim() || String(error ?? 'The run gave no result.'));
    }
  });
}

/** Shows the first rows of a table in a terminal. */
function preview(address, name) {
  const path = Uri.parse(address).fsPath;
  const command = workspace.getConfiguration('switchboard').get('command', 'switchboard');
  const terminal = window.createTerminal({ name: `Preview ${name}`, cwd: dirname(path) });
  terminal.show();
  terminal.sendText(`${command} preview ${JSON.stringify(name)} ${JSON.stringify(path)}`);
}

/** Starts `switchboard lsp`, as the settings say where it is. */
async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand('switchboard.run', run),
    commands.registerCommand('switchboard.preview', preview),
  );
  const settings = workspace.getConfiguration('switchboard');
  const catalog = settings.get('catalog', '');
  const server = {
    command: settings.get('command', 'switchboard'),
    args: ['lsp', ...(catalog === '' ? [] : ['--catalog', catalog])],
    transport: TransportKind.stdio,
    // On Windows npm puts a .cmd there, which only a shell can run.
    options: { shell: process.platform === 'win32' },
  };
  client = new LanguageClient('switchboard', 'Switchboard Script', server, {
    documentSelector: [{ language: 'switchboard' }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.sbs') },
  });
  await client.start();
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
