import { DECLARATIONS } from '../declarations/registry.ts';
import { collector, type Diagnostic, inOrder, isError, type Message, messageOf } from '../diagnostics/messages.ts';
import { parseScript } from '../syntax/parse/parser.ts';
import { lex } from '../syntax/tokens/lexer.ts';
import type { Declaration } from '../syntax/tree/declaration-tree.ts';
import { exact } from '../syntax/tree/exact.ts';
import { type Lines, linesOf } from '../text/lines.ts';
import { Entry } from './entry.ts';

const DOT = 46;
const NO_NAMES: readonly string[] = [];

/** The first folder of a path, or the name of a file at the root without its extension. */
export function projectOf(path: string): string {
  const slash = path.indexOf('/');
  if (slash > 0 && path.charCodeAt(0) !== DOT && !path.includes('\\')) return path.slice(0, slash);
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const [first = ''] = parts;
  return parts.length > 1 ? first : first.replace(/\.[^.]*$/, '') || first;
}

/** Names between the parsed declarations, where a broken one may be. */
function namesBetween(text: string, declarations: readonly Declaration[]): string[] {
  const { tokens } = lex(text, () => undefined);
  const names = new Set<string>();
  let next = 0;
  for (const token of tokens) {
    while ((declarations[next]?.end ?? Number.POSITIVE_INFINITY) <= token.start) next += 1;
    const inside = token.start >= (declarations[next]?.start ?? Number.POSITIVE_INFINITY);
    if (!inside && (token.kind === 'name' || token.kind === 'string')) names.add(token.text);
  }
  return [...names];
}

/** The number of files that keep their syntax. */
const KEPT = 6;

/** The most recently parsed files, which alone keep their syntax. */
export class RecentUnits {
  readonly #units: (ScriptUnit | undefined)[] = Array.from({ length: KEPT });
  #next = 0;

  keep(unit: ScriptUnit): void {
    const oldest = this.#units[this.#next];
    if (oldest !== unit) oldest?.forgetSyntax();
    this.#units[this.#next] = unit;
    this.#next = (this.#next + 1) % KEPT;
  }
}

/** One file of the account's script as it was read. */
export class ScriptUnit {
  readonly path: string;
  readonly text: string;
  readonly project: string;
  readonly entries: readonly Entry[];
  /** Names in declarations with a syntax error: the declared ones, and all names mentioned. */
  readonly broken: { readonly declared: readonly string[]; readonly mentioned: readonly string[] };
  /** Syntax diagnostics. */
  readonly diagnostics: readonly Diagnostic[];
  readonly #recent: RecentUnits;
  #declarations: readonly Declaration[] | null;
  #lines: Lines | null = null;
  #messages: readonly Message[] | null = null;

  constructor(path: string, text: string, recent: RecentUnits) {
    const diagnostics: Diagnostic[] = [];
    const script = parseScript(text, DECLARATIONS, collector(0, diagnostics));
    this.path = path;
    this.text = text;
    this.project = projectOf(path);
    this.#recent = recent;
    this.#declarations = script.declarations;
    recent.keep(this);
    this.entries = script.declarations.map((node, index) => new Entry(this, index, node));
    const mentioned = diagnostics.some(isError) ? namesBetween(text, script.declarations) : NO_NAMES;
    this.broken = { declared: script.broken, mentioned };
    this.diagnostics = exact(diagnostics);
  }

  /** The syntax of its declarations. */
  get declarations(): readonly Declaration[] {
    if (!this.#declarations) {
      this.#declarations = parseScript(this.text, DECLARATIONS, () => undefined).declarations;
      this.#recent.keep(this);
    }
    return this.#declarations;
  }

  /** Drops the syntax: it takes far more memory than the text, and little time to parse again. */
  forgetSyntax(): void {
    this.#declarations = null;
  }

  get lines(): Lines {
    this.#lines ??= linesOf(this.text);
    return this.#lines;
  }

  /** All messages of this file, by place. */
  get messages(): readonly Message[] {
    this.#messages ??= this.#locate();
    return this.#messages;
  }

  /** Drops the located messages. Called when the diagnostics of an entry change. */
  forgetMessages(): void {
    this.#messages = null;
  }

  get silent(): boolean {
    return this.diagnostics.length === 0 && this.entries.every((entry) => entry.silent);
  }

  get failed(): boolean {
    return (
      this.diagnostics.some(isError) ||
      this.entries.some((entry) => entry.diagnostics.some((each) => each.some(isError)))
    );
  }

  #locate(): readonly Message[] {
    const messages: Message[] = [];
    // Not kept: most files are located once.
    const lines = this.#lines ?? linesOf(this.text);
    for (const diagnostic of this.diagnostics) messages.push(messageOf(diagnostic, 0, this.path, lines));
    for (const entry of this.entries) {
      if (entry.silent) continue;
      for (const diagnostics of entry.diagnostics)
        for (const diagnostic of diagnostics) messages.push(messageOf(diagnostic, entry.start, this.path, lines));
    }
    return exact(inOrder(messages));
  }
}
