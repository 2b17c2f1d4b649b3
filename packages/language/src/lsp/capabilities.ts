import type { ServerCapabilities } from 'vscode-languageserver';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../editor/semantic-tokens.ts';

/** The kind of the action that repairs everything that leaves no choice. */
export const FIX_ALL = 'source.fixAll';

/** Added for clients that ask for messages instead of receiving them. */
export const PULLED: ServerCapabilities = {
  diagnosticProvider: { identifier: 'switchboard', interFileDependencies: true, workspaceDiagnostics: false },
};

/** The capabilities of the server. Numbers are the protocol's: 2 is incremental synchronisation. */
export const CAPABILITIES: ServerCapabilities = {
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: 2 },
  completionProvider: { triggerCharacters: ['.', '"', "'", ':'] },
  hoverProvider: true,
  signatureHelpProvider: { triggerCharacters: ['(', ','] },
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  foldingRangeProvider: true,
  inlayHintProvider: true,
  semanticTokensProvider: {
    legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
    full: true,
    range: true,
  },
  codeActionProvider: { codeActionKinds: ['quickfix', FIX_ALL] },
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: ';' },
  selectionRangeProvider: true,
  documentLinkProvider: {},
  codeLensProvider: {},
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};
