import { expect } from 'vitest';
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeResult,
  Position,
  ProtocolConnection,
  PublishDiagnosticsParams,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** A started server, the files of its project stored where it finds them. */
export type Started = {
  readonly connection: ProtocolConnection;
  readonly rootUri: string;
  /** Initialization options from the client. */
  readonly initializationOptions: unknown;
  /** Stores a file outside the editor, or removes it, and notifies the server as clients of this kind do. */
  readonly store: (path: string, text: string | null) => Promise<void>;
  /** Waits for the server's end; its exit code, or null where there is no process. */
  readonly ended: () => Promise<number | null>;
  readonly dispose: () => Promise<void>;
};

/** A connection to a server. */
export type Transport = {
  readonly name: string;
  readonly start: (files: Readonly<Record<string, string>>) => Promise<Started>;
};

const CAPABILITIES: ClientCapabilities = {
  workspace: { workspaceEdit: { documentChanges: true }, didChangeWatchedFiles: { dynamicRegistration: true } },
  textDocument: { publishDiagnostics: { versionSupport: true } },
};

/** One client with a server: texts as it has them open, and the last messages it was sent. */
export class Session {
  readonly started: Started;
  readonly files: Map<string, string>;
  readonly registered: string[] = [];
  readonly #open = new Map<string, TextDocument>();
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #waiting = new Set<() => void>();

  constructor(started: Started, files: Readonly<Record<string, string>>) {
    this.started = started;
    this.files = new Map(Object.entries(files));
    const { connection } = started;
    connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.#published.set(params.uri, params);
      for (const check of this.#waiting) check();
    });
    connection.onRequest('client/registerCapability', (params: { registrations: { method: string }[] }) => {
      for (const { method } of params.registrations) this.registered.push(method);
      return null;
    });
    connection.listen();
  }

  async initialize(options: unknown = this.started.initializationOptions): Promise<InitializeResult> {
    const { connection, rootUri } = this.started;
    const result: InitializeResult = await connection.sendRequest('initialize', {
      processId: null,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: 'project' }],
      capabilities: CAPABILITIES,
      initializationOptions: options,
    });
    await connection.sendNotification('initialized', {});
    return result;
  }

  uri(path: string): string {
    return `${this.started.rootUri}/${encodeURI(path)}`;
  }

  text(path: string): string {
    return this.#open.get(path)?.getText() ?? this.files.get(path) ?? '';
  }

  async open(path: string, text = this.text(path)): Promise<void> {
    const document = TextDocument.create(this.uri(path), 'switchboard', 1, text);
    this.#open.set(path, document);
    const textDocument = { uri: document.uri, languageId: 'switchboard', version: 1, text };
    await this.started.connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  /** Types: each change as an editor sends it, a range and its new text. Gives the new version. */
  async type(path: string, ...changes: readonly { readonly range: Range; readonly text: string }[]): Promise<number> {
    const before = this.#open.get(path);
    if (!before) throw new Error(`${path} is not open`);
    const version = before.version + 1;
    this.#open.set(path, TextDocument.update(before, [...changes], version));
    const params = { textDocument: { uri: this.uri(path), version }, contentChanges: changes };
    await this.started.connection.sendNotification('textDocument/didChange', params);
    return version;
  }

  async close(path: string): Promise<void> {
    this.#open.delete(path);
    await this.started.connection.sendNotification('textDocument/didClose', { textDocument: { uri: this.uri(path) } });
  }

  /** The place before a piece of a file; `into` characters further. */
  at(path: string, piece: string, into = 0): { textDocument: { uri: string }; position: Position } {
    const text = this.text(path);
    const offset = text.indexOf(piece);
    if (offset < 0) throw new Error(`${piece} does not stand in ${path}`);
    return { textDocument: { uri: this.uri(path) }, position: positionIn(text, offset + into) };
  }

  range(path: string, piece: string): Range {
    return { start: this.at(path, piece).position, end: this.at(path, piece, piece.length).position };
  }

  request<R>(method: string, params: unknown): Promise<R> {
    return this.started.connection.sendRequest(method, params);
  }

  /** Waits until the last messages of a file are as wanted, and about this version of it where one is given. */
  async messages(
    path: string,
    wanted: (codes: readonly string[]) => boolean,
    version?: number,
  ): Promise<PublishDiagnosticsParams> {
    return new Promise((resolve) => {
      const check = (): void => {
        const published = this.#published.get(this.uri(path));
        if (!published || !wanted(codesOf(published.diagnostics))) return;
        if (version !== undefined && published.version !== version) return;
        this.#waiting.delete(check);
        resolve(published);
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** The files after an edit of several, by path. */
  edited(edit: WorkspaceEdit): Record<string, string> {
    const changed: Record<string, string> = {};
    for (const change of edit.documentChanges ?? []) {
      if (!('textDocument' in change)) continue;
      const path = decodeURI(change.textDocument.uri.slice(this.started.rootUri.length + 1));
      changed[path] = applied(this.text(path), change.edits as TextEdit[]);
    }
    return changed;
  }
}

export function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code }) => String(code));
}

export function applied(text: string, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create('file:///text', 'switchboard', 1, text), [...edits]);
}

function positionIn(text: string, offset: number): Position {
  return TextDocument.create('file:///text', 'switchboard', 1, text).positionAt(offset);
}

/** The requests for lineage, in a session over the files of the cases. */
export async function lineageCase(client: Session): Promise<void> {
  const graph = await client.request<{ nodes: { id: string }[] } | null>('switchboard/lineage', {});
  expect(graph?.nodes.map(({ id }) => id)).toContain('table:daily');
  const ref = await client.request<{ node: string }>('switchboard/lineageAt', client.at('tables.sbs', 'daily'));
  expect(ref).toEqual({ node: 'table:daily', column: null });
  const subjects = ['daily', 'gone'].map((name) => ({ kind: 'table', name }));
  const [place, nothing] = await client.request<({ text: string } | null)[]>('switchboard/places', { subjects });
  expect(place).toMatchObject({ path: 'tables.sbs', text: 'daily' });
  expect(nothing).toBeNull();
}
