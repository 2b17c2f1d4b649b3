const { workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

/** @type {LanguageClient | undefined} */
let client;

/** Starts `switchboard lsp`, as the settings say where it is. */
async function activate() {
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
