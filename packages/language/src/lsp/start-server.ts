import {
  type CancellationToken,
  CodeLensRefreshRequest,
  type Connection,
  DidChangeWatchedFilesNotification,
  type DocumentDiagnosticReport,
  DocumentDiagnosticRequest,
  ErrorCodes,
  type InitializeError,
  type InitializeParams,
  type InitializeResult,
  InlayHintRequest,
  LSPErrorCodes,
  ResponseError,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Folder } from './addresses.ts';
import { Answers, type ClientAbilities } from './answers.ts';
import { CAPABILITIES, PULLED } from './capabilities.ts';
import {
  CATALOG_REQUEST,
  DECLARATIONS_REQUEST,
  FILES_REQUEST,
  LINEAGE_AT_REQUEST,
  LINEAGE_REQUEST,
  PLACES_REQUEST,
  ROWS_REQUEST,
  readGiven,
  readRows,
  type ServerOptions,
  TABLE_REQUEST,
} from './options.ts';
import { Project } from './project.ts';
import { type Published, Publisher } from './publisher.ts';

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly Folder[] {
  if (workspaceFolders) return workspaceFolders;
  return typeof rootUri === 'string' ? [{ uri: rootUri, name: '' }] : [];
}

/** The protocol's number for a deleted file. */
const DELETED = 3;

export { CONNECTION_OPTIONS } from './cancelled.ts';
export type { ScriptReader, ServerFile, ServerOptions } from './options.ts';

/** The session of one client: its open files, its published diagnostics, and its state. */
class Conversation {
  readonly #connection: Connection;
  readonly #project: Project;
  readonly #publisher: Publisher;
  readonly #documents = new TextDocuments(TextDocument);
  /** Whether the client asks for messages instead of receiving them. */
  #pulled = false;
  #phase: 'new' | 'running' | 'ended' = 'new';
  /** Files being read; answers wait for it. */
  #loading: Promise<void> | null = null;
  #client: ClientAbilities & {
    readonly watches: boolean;
    readonly folders: boolean;
    readonly refreshesLenses: boolean;
  } = {
    versionedEdits: false,
    watches: false,
    folders: false,
    refreshesLenses: false,
  };

  constructor(connection: Connection, options: ServerOptions) {
    this.#connection = connection;
    this.#project = new Project(options);
    // A disconnected client gets no messages.
    const send = (published: Published): void => void connection.sendDiagnostics(published).catch(() => undefined);
    this.#publisher = new Publisher(this.#project, options, send);
  }

  start(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#initialized());
    connection.onShutdown(() => {
      this.#phase = 'ended';
      this.#publisher.stop();
    });
    this.#documents.onDidChangeContent(({ document }) => {
      this.#project.type(document.uri, document.version, document.getText());
      this.#soon();
    });
    this.#documents.onDidClose(({ document }) => {
      this.#project.close(document.uri);
      this.#soon();
    });
    this.#documents.listen(connection);
    connection.onDidChangeWatchedFiles(({ changes }) =>
      this.#reading(async () => {
        await Promise.all(changes.map(({ uri, type }) => this.#project.reload(uri, type === DELETED)));
      }),
    );
    this.#answer();
    connection.listen();
  }

  #initialize(params: InitializeParams): InitializeResult | ResponseError<InitializeError> {
    const given = readGiven(params.initializationOptions);
    if (typeof given === 'string') return new ResponseError(ErrorCodes.InvalidParams, given, { retry: false });
    const { workspace } = params.capabilities;
    this.#client = {
      versionedEdits: workspace?.workspaceEdit?.documentChanges ?? false,
      watches: workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false,
      folders: workspace?.workspaceFolders ?? false,
      refreshesLenses: workspace?.codeLens?.refreshSupport ?? false,
    };
    // A client that takes messages is sent them: one that got them both ways would show each twice.
    const { diagnostic, publishDiagnostics } = params.capabilities.textDocument ?? {};
    this.#pulled = diagnostic !== undefined && publishDiagnostics === undefined;
    this.#project.setFolders(foldersOf(params));
    if (given.catalog) this.#project.setCatalog(given.catalog);
    if (given.documentation !== undefined) this.#project.documentation = given.documentation;
    this.#project.take(given.files ?? [], given.removed ?? []);
    this.#phase = 'running';
    this.#reading(() => this.#project.load());
    const capabilities = this.#pulled ? { ...CAPABILITIES, ...PULLED } : CAPABILITIES;
    return { capabilities, serverInfo: { name: 'switchboard' } };
  }

  #initialized(): void {
    const ignore = (error: unknown): void => this.#connection.console.warn(String(error));
    if (this.#client.watches) {
      const watchers = [{ globPattern: '**/*.sbs' }];
      this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(ignore);
    }
    if (this.#client.folders)
      this.#connection.workspace.onDidChangeWorkspaceFolders(() => this.#foldersChanged(ignore));
  }

  #foldersChanged(ignore: (error: unknown) => void): void {
    this.#reading(async () => {
      const folders = await this.#connection.workspace.getWorkspaceFolders();
      this.#project.setFolders(folders ?? []);
      for (const document of this.#documents.all())
        this.#project.type(document.uri, document.version, document.getText());
      await this.#project.load();
    }, ignore);
  }

  /** Reads files while answers wait; messages follow. What cannot be read is as if it were not there. */
  #reading(
    read: () => Promise<void>,
    failed = (error: unknown): void => this.#connection.console.warn(String(error)),
  ): void {
    const before = this.#loading ?? Promise.resolve();
    const loading: Promise<void> = before
      .then(read)
      .catch(failed)
      .then(() => {
        if (this.#loading === loading) this.#loading = null;
        this.#soon();
      });
    this.#loading = loading;
  }

  #soon(): void {
    if (this.#loading === null && this.#phase === 'running' && !this.#pulled) this.#publisher.soon();
  }

  #closed(): ResponseError | null {
    if (this.#phase === 'new') return new ResponseError(ErrorCodes.ServerNotInitialized, 'Send initialize first.');
    if (this.#phase === 'ended') return new ResponseError(ErrorCodes.InvalidRequest, 'The server has been shut down.');
    return null;
  }

  /** A handler that answers after files have been read, unless the request was cancelled. */
  #when<P, R>(
    answer: (params: P) => R,
  ): (params: P, token: CancellationToken) => R | ResponseError | Promise<R | ResponseError> {
    const now = (params: P, token: CancellationToken): R | ResponseError => {
      const closed = this.#closed();
      if (closed) return closed;
      if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled.');
      return answer(params);
    };
    return (params, token) => (this.#loading ? this.#loading.then(() => now(params, token)) : now(params, token));
  }

  #answer(): void {
    const connection = this.#connection;
    const answers = new Answers(this.#project, () => this.#client);
    connection.onCompletion(this.#when(answers.completion));
    connection.onHover(this.#when(answers.hover));
    connection.onSignatureHelp(this.#when(answers.signatureHelp));
    connection.onDefinition(this.#when(answers.definition));
    connection.onReferences(this.#when(answers.references));
    connection.onDocumentHighlight(this.#when(answers.highlights));
    connection.onPrepareRename(this.#when(answers.prepareRename));
    connection.onRenameRequest(this.#when(answers.rename));
    connection.onDocumentSymbol(this.#when(answers.documentSymbols));
    connection.onWorkspaceSymbol(this.#when(answers.workspaceSymbols));
    connection.onFoldingRanges(this.#when(answers.folding));
    connection.onRequest(InlayHintRequest.type, this.#when(answers.inlayHints));
    connection.onRequest(SemanticTokensRequest.type, this.#when(answers.semanticTokens));
    connection.onRequest(SemanticTokensRangeRequest.type, this.#when(answers.semanticTokens));
    connection.onDocumentFormatting(this.#when(answers.formatting));
    connection.onDocumentRangeFormatting(this.#when(answers.formatting));
    connection.onDocumentOnTypeFormatting(this.#when(answers.onTypeFormatting));
    connection.onSelectionRanges(this.#when(answers.selectionRanges));
    connection.onDocumentLinks(this.#when(answers.documentLinks));
    connection.onCodeLens(this.#when(answers.codeLenses));
    connection.onRequest<DocumentDiagnosticReport, void>(
      DocumentDiagnosticRequest.method,
      this.#when(answers.diagnostics),
    );
    connection.onRequest(
      ROWS_REQUEST,
      this.#when((params: unknown) => this.#takeRows(params)),
    );
    connection.onCodeAction(this.#when(answers.codeActions));
    connection.onRequest(DECLARATIONS_REQUEST, this.#when(answers.declarations));
    connection.onRequest(TABLE_REQUEST, this.#when(answers.table));
    connection.onRequest(LINEAGE_REQUEST, this.#when(answers.lineage));
    connection.onRequest(LINEAGE_AT_REQUEST, this.#when(answers.lineageAt));
    connection.onRequest(PLACES_REQUEST, this.#when(answers.places));
    connection.onRequest(
      CATALOG_REQUEST,
      this.#when((params: unknown) => this.#take(params, 'catalog')),
    );
    connection.onRequest(
      FILES_REQUEST,
      this.#when((params: unknown) => this.#take(params, 'files')),
    );
  }

  #takeRows(params: unknown): null {
    this.#project.rowCounts = readRows(params);
    if (this.#client.refreshesLenses) this.#connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
    return null;
  }

  #take(params: unknown, wanted: 'catalog' | 'files'): ResponseError | null {
    const given = readGiven(params);
    if (typeof given === 'string') return new ResponseError(ErrorCodes.InvalidParams, given);
    if (wanted === 'catalog' && !given.catalog)
      return new ResponseError(ErrorCodes.InvalidParams, 'Expected a catalog.');
    if (wanted === 'catalog' && given.catalog) this.#project.setCatalog(given.catalog);
    if (wanted === 'files') this.#project.take(given.files ?? [], given.removed ?? []);
    this.#soon();
    return null;
  }
}

/** Serves one client over a connection until it exits or disconnects. No other message ends the session. */
export function startServer(connection: Connection, options: ServerOptions): void {
  new Conversation(connection, options).start();
}
