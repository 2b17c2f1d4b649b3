import type { Diagnostic } from 'vscode-languageserver-types';
import { regexLoading } from '#regex-library';
import type { ServerOptions } from './options.ts';
import type { Project } from './project.ts';
import { protocolDiagnostic } from './protocol-diagnostics.ts';

/** Messages of one file; `version` is that of the open text they are about. */
export type Published = { readonly uri: string; readonly version?: number; readonly diagnostics: Diagnostic[] };

type Sent = { readonly version: number | null; readonly content: string };

const NONE = '[]';

/** Sends the messages of files once typing pauses: of those whose messages changed, and of open ones for each new version. */
export class Publisher {
  readonly #project: Project;
  readonly #options: ServerOptions;
  readonly #send: (published: Published) => void;
  readonly #sent = new Map<string, Sent>();
  /** Paths whose messages have changed and are not sent yet. */
  readonly #held = new Set<string>();
  #cancel: (() => void) | null = null;

  constructor(project: Project, options: ServerOptions, send: (published: Published) => void) {
    this.#project = project;
    this.#options = options;
    this.#send = send;
  }

  /** Publishes the messages of what changed, after a pause. */
  soon(): void {
    this.stop();
    this.#cancel = this.#options.after(this.#options.debounce ?? 50, () => {
      this.#cancel = null;
      this.now();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  now(): void {
    const paths = [...this.#held, ...this.#project.update()];
    this.#held.clear();
    const loading = regexLoading();
    if (loading === null) for (const path of new Set(paths)) this.#publish(path);
    else this.#hold(paths, loading);
  }

  /** Messages that are made without the library of regular expressions are not sent. */
  #hold(paths: readonly string[], loading: Promise<void>): void {
    for (const path of paths) this.#held.add(path);
    const again = (): void => {
      this.#project.workspace.recheck();
      this.soon();
    };
    // A library that could not be loaded is asked for again with the next pattern.
    loading.then(again, () => this.soon());
  }

  #publish(path: string): void {
    const { workspace, addresses, documentation } = this.#project;
    const diagnostics = workspace.messages(path).map((message) => protocolDiagnostic(message, documentation));
    const content = JSON.stringify(diagnostics);
    const version = this.#project.versionOf(path);
    const before = this.#sent.get(path) ?? { version: null, content: NONE };
    if (before.content === content && (version === null || before.version === version)) return;
    if (version === null && content === NONE) this.#sent.delete(path);
    else this.#sent.set(path, { version, content });
    this.#send({ uri: addresses.uriOf(path), ...(version === null ? {} : { version }), diagnostics });
  }
}
