import type { Declaration as ListedDeclaration } from '@switchboard/language';
import type { Diagnostic as ProtocolDiagnostic } from 'vscode-languageserver-types';
import type { Diagnostic } from '../diagnostic.ts';
import { type Cancellation, MessagePort, type MessageTarget } from './message-port.ts';

export type ScriptFile = { readonly path: string; readonly text: string };

/** A download or an upload, where it is declared. Lines and columns begin at 1. */
export type Declaration = Omit<ListedDeclaration, 'project' | 'schema' | 'parameters'>;

/** State of a draft in the language server. `phase` is `checking` until it has read all files. */
export type Checked = {
  readonly phase: 'checking' | 'checked' | 'failed';
  readonly diagnostics: readonly Diagnostic[];
  readonly declarations: readonly Declaration[];
};

const SEVERITIES = ['error', 'error', 'warning', 'info', 'info'] as const;
const TAGS = [undefined, 'unnecessary', 'deprecated'] as const;
/** Milliseconds without a change until the lists of declarations are read again. */
const QUIET = 150;

type Published = { readonly uri: string; readonly diagnostics: readonly ProtocolDiagnostic[] };

function readDiagnostic(
  path: string,
  { range, severity = 1, code, message, tags, data }: ProtocolDiagnostic,
): Diagnostic {
  const { type, fix } = (data ?? {}) as { readonly type?: string; readonly fix?: string };
  const tag = TAGS[tags?.[0] ?? 0];
  return {
    path,
    line: range.start.line + 1,
    column: range.start.character + 1,
    endLine: range.end.line + 1,
    endColumn: range.end.character + 1,
    severity: type === 'beta' ? 'beta' : SEVERITIES[severity],
    message: typeof message === 'string' ? message : message.value,
    ...(code === undefined ? {} : { code: String(code) }),
    ...(fix === undefined ? {} : { fix }),
    ...(tag === undefined ? {} : { tag }),
  };
}

type Options = {
  readonly worker: MessageTarget;
  /** The address of a path, as the editor's models have it. */
  readonly uriOf: (path: string) => string;
  readonly pathOf: (uri: string) => string;
};

/** A client of the language server. Files are handed over once all are loaded; what was typed until then is sent after them. */
export class LanguageClient {
  readonly #port: MessagePort;
  readonly #options: Options;
  readonly #diagnostics = new Map<string, readonly Diagnostic[]>();
  readonly #listeners = new Set<() => void>();
  #checked: Checked = { phase: 'checking', diagnostics: [], declarations: [] };
  #ready: (() => void) | null = null;
  readonly #started: Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#port = new MessagePort(options.worker);
    this.#port.onNotification = (method, params) => {
      if (method === 'textDocument/publishDiagnostics') this.#receive(params as Published);
    };
    this.#started = new Promise((resolve) => {
      this.#ready = resolve;
    });
  }

  /** Hands over the catalog and all files. Requests and documents before that wait. */
  async start(rootUri: string, catalog: unknown, files: readonly ScriptFile[]): Promise<void> {
    await this.#port.request('initialize', {
      processId: null,
      rootUri,
      capabilities: { workspace: { workspaceEdit: { documentChanges: false } } },
      initializationOptions: { catalog, files: this.#addressed(files) },
    });
    this.#port.notify('initialized', {});
    this.#ready?.();
    this.#readDeclarations();
  }

  /** Replaces the keys and connectors that scripts may refer to. */
  setCatalog = async (catalog: unknown): Promise<void> => {
    await this.#started;
    await this.#port.request('switchboard/catalog', { catalog });
    this.#soon();
  };

  /** Files that no editor has open were changed, or are gone. */
  async setFiles(files: readonly ScriptFile[], removed: readonly string[]): Promise<void> {
    await this.#started;
    await this.#port.request('switchboard/files', {
      files: this.#addressed(files),
      removed: removed.map(this.#options.uriOf),
    });
    this.#soon();
  }

  async request<Result>(method: string, params: unknown, cancellation?: Cancellation): Promise<Result> {
    await this.#started;
    return this.#port.request<Result>(method, params, cancellation);
  }

  /** Sends a notification about a document, after those before it. */
  notify(method: string, params: unknown): void {
    if (this.#checked.phase === 'checking') void this.#started.then(() => this.#port.notify(method, params));
    else this.#port.notify(method, params);
    this.#soon();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  checked = (): Checked => this.#checked;

  /** The path of a file at an address. */
  pathOf(uri: string): string {
    return this.#options.pathOf(uri);
  }

  /** The table that a place is about, or null. Lines and columns begin at 1. */
  tableAt(path: string, line: number, column: number): Promise<string | null> {
    const position = { line: line - 1, character: column - 1 };
    return this.request('switchboard/table', { textDocument: { uri: this.#options.uriOf(path) }, position });
  }

  fail(): void {
    this.#change({ phase: 'failed' });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
    this.#port.close();
  }

  #addressed(files: readonly ScriptFile[]): readonly { readonly uri: string; readonly text: string }[] {
    return files.map(({ path, text }) => ({ uri: this.#options.uriOf(path), text }));
  }

  #receive({ uri, diagnostics }: Published): void {
    const path = this.#options.pathOf(uri);
    if (diagnostics.length === 0) this.#diagnostics.delete(path);
    else
      this.#diagnostics.set(
        path,
        diagnostics.map((each) => readDiagnostic(path, each)),
      );
    // Messages of several files arrive together: they are one change.
    if (this.#isChanging) return;
    this.#isChanging = true;
    queueMicrotask(() => {
      this.#isChanging = false;
      this.#change({ diagnostics: [...this.#diagnostics.values()].flat() });
    });
  }

  #isChanging = false;

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#readDeclarations(), QUIET);
  }

  #readDeclarations(): void {
    this.#port.request<readonly Declaration[]>('switchboard/declarations', {}).then(
      (declarations) => this.#change({ phase: 'checked', declarations }),
      () => undefined,
    );
  }

  #change(patch: Partial<Checked>): void {
    this.#checked = { ...this.#checked, ...patch };
    for (const listener of this.#listeners) listener();
  }
}
