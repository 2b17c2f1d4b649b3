import { DECLARATIONS } from '../../declarations/registry.ts';
import { DIAGNOSTICS, type Report } from '../../diagnostics/diagnostics.ts';
import { queriesOf, queryFormOf } from '../../query-forms/registry.ts';
import { parseScript } from '../../syntax/parse/parser.ts';
import { type Lexed, lex } from '../../syntax/tokens/lexer.ts';
import type { Comment, Token } from '../../syntax/tokens/tokens.ts';
import type { Declaration } from '../../syntax/tree/declaration-tree.ts';
import type { QueryNode } from '../../syntax/tree/query-node.ts';
import { group, type Layout, line, nest, print } from './layout.ts';
import { gapBetween } from './spacing.ts';

const WIDTH = 120;
const INDENTATION = '    ';
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** Formats the tokens of a script; comments stay before the token that follows them. */
class Formatter {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #comments = new Map<number, Comment[]>();
  /** Where the clauses of queries inside others start: each on a line of its own, if the query is too long for one. */
  #breaks: ReadonlySet<number> = new Set();
  #at = 0;

  constructor(text: string, script: Lexed) {
    this.#text = text;
    this.#tokens = script.tokens;
    for (const comment of script.comments) {
      const list = this.#comments.get(comment.index) ?? [];
      list.push(comment);
      this.#comments.set(comment.index, list);
    }
  }

  /** The whole script: its declarations, each from the start of a line. */
  script(declarations: readonly Declaration[]): Layout {
    const out: Layout[] = [];
    const byStart = new Map(declarations.map((declaration) => [declaration.start, declaration]));
    for (let token = this.#peek(); token.kind !== 'end'; token = this.#peek()) {
      if (token.text === ';' && token.kind === 'symbol') {
        // A stray semicolon means nothing, but dropping it would change the tokens.
        out.push(this.#gap(this.#at === 0 ? '' : { kind: 'break', blank: this.#blank() }), this.#take());
        continue;
      }
      out.push(this.#gap(this.#at === 0 ? '' : { kind: 'break', blank: this.#blank() }));
      out.push(group(this.#declaration(byStart.get(token.start))));
    }
    out.push(this.#gap(this.#at === 0 ? '' : { kind: 'break', blank: this.#blank() }));
    return out;
  }

  #peek(ahead = 0): Token {
    return (
      this.#tokens[this.#at + ahead] ?? { kind: 'end', text: '', start: this.#text.length, end: this.#text.length }
    );
  }

  #take(): string {
    const token = this.#peek();
    this.#at += 1;
    return this.#text.slice(token.start, token.end);
  }

  #previous(back = 1): Token | undefined {
    return this.#tokens[this.#at - back];
  }

  #between(start: number, end: number): { lines: number } {
    return { lines: (this.#text.slice(start, end).match(/\r\n|\n|\r/g) ?? []).length };
  }

  /** Whether an empty line precedes the next token or its first comment on a line of its own. */
  #blank(): boolean {
    const start = this.#previous()?.end ?? 0;
    const own = this.#comments.get(this.#at)?.[0];
    return this.#between(start, own?.start ?? this.#peek().start).lines > 1;
  }

  /** The comments before the next token, then the gap between it and the token before. */
  #gap(normal: Layout): Layout {
    const comments = this.#comments.get(this.#at) ?? [];
    if (comments.length === 0) return normal;
    const out: Layout[] = [];
    let end = this.#previous()?.end ?? 0;
    const first = this.#at === 0;
    for (const [index, comment] of comments.entries()) {
      const { lines } = this.#between(end, comment.start);
      const text = comment.text.replace(/\r\n?/g, '\n');
      const previous = comments[index - 1];
      if (first && index === 0) out.push(text);
      else if (lines === 0 && !previous?.line) out.push(' ', text);
      else out.push({ kind: 'break', blank: lines > 1 }, text);
      end = comment.end;
    }
    const last = comments.at(-1);
    const { lines } = this.#between(end, this.#peek().start);
    if (this.#peek().kind === 'end') return out;
    if (lines > 0 || last?.line) out.push({ kind: 'break', blank: lines > 1 });
    else out.push(normal === '' ? ' ' : normal);
    return out;
  }

  /** Tokens up to an offset, or through the next `;` outside brackets. `comma` is what follows a comma. */
  #sequence(until: number, comma: Layout): Layout[] {
    const out: Layout[] = [];
    let conditions = 0;
    for (let first = true; this.#peek().kind !== 'end' && this.#peek().start < until; first = false) {
      const token = this.#peek();
      const left = this.#previous();
      const symbol = token.kind === 'symbol' ? token.text : '';
      const inCondition = conditions > 0;
      if (!first && left) {
        const afterComma = left.kind === 'symbol' && left.text === ',';
        const gap = gapBetween(left, token, this.#previous(2), inCondition);
        out.push(this.#gap(afterComma ? comma : this.#breaks.has(token.start) ? line() : gap));
      }
      if (symbol === '?') conditions += 1;
      if (symbol === ':' && inCondition) conditions -= 1;
      if (CLOSING[symbol] !== undefined) out.push(this.#bracket(symbol));
      else out.push(this.#take());
      if (symbol === ';') break;
    }
    return out;
  }

  /** A bracket with its content: entries of a block end with `;`, values in brackets are separated by `,`. */
  #bracket(open: string): Layout {
    const close = CLOSING[open] ?? '';
    const block = open === '{';
    const content: Layout[] = [this.#take()];
    const kept =
      block &&
      this.#between(this.#previous()?.end ?? 0, (this.#comments.get(this.#at)?.[0] ?? this.#peek()).start).lines > 0;
    if (this.#atClose(close)) {
      content.push(this.#gap(''), this.#take());
      return group(content);
    }
    const inner: Layout[] = [this.#gap(line(block ? ' ' : ''))];
    if (block) {
      for (let first = true; !this.#atClose(close) && this.#peek().kind !== 'end'; first = false) {
        if (!first) inner.push(this.#gap(line(' ', this.#blank())));
        inner.push(group(this.#entry(close)));
      }
    } else inner.push(...this.#sequence(this.#closeOf(close), line(' ')));
    content.push(nest(inner), this.#gap(line(block ? ' ' : '')), this.#take());
    return group(content, kept);
  }

  /** One entry of a block, through its `;` or up to the bracket that closes the block. */
  #entry(close: string): Layout[] {
    return this.#sequence(this.#closeOf(close), ' ');
  }

  #atClose(close: string): boolean {
    return this.#peek().kind === 'symbol' && this.#peek().text === close;
  }

  /** Where the bracket that is open now closes. */
  #closeOf(close: string): number {
    let depth = 0;
    for (let index = this.#at; ; index += 1) {
      const token = this.#tokens[index];
      if (token === undefined || token.kind === 'end') return this.#text.length;
      if (token.kind !== 'symbol') continue;
      if (CLOSING[token.text] !== undefined) depth += 1;
      else if (token.text === close && depth === 0) return token.start;
      else if (token.text === ')' || token.text === ']' || token.text === '}') depth -= 1;
    }
  }

  #declaration(declaration: Declaration | undefined): Layout[] {
    if (declaration?.kind !== 'table') return this.#sequence(Number.POSITIVE_INFINITY, ' ');
    const { query } = declaration;
    this.#breaks = clausesInside(query);
    const out: Layout[] = this.#sequence(query.start, ' ');
    const broken = this.#between(this.#previous()?.end ?? 0, query.start).lines > 0;
    const body: Layout[] = [this.#gap(line())];
    const clauses = queryFormOf(query).clauses(query);
    if (this.#peek().text === '(') {
      // Queries in brackets: their operators start lines, and no keyword stands before them.
      this.#breaks = new Set([...this.#breaks, ...clauses.map((clause) => clause.start)]);
      body.push(...this.#sequence(Number.POSITIVE_INFINITY, ' '));
    } else if (clauses.length > 0) {
      const [from, ...rest] = clauses.map((clause) => clause.start).toSorted((a, b) => a - b);
      body.push(this.#take());
      const items: Layout[] = [this.#gap(line()), ...this.#sequence(from ?? Number.POSITIVE_INFINITY, line())];
      body.push(group(nest(items)));
      for (const end of [...rest, Number.POSITIVE_INFINITY])
        body.push(this.#gap(line()), group(nest(this.#sequence(end, ' '))));
    } else body.push(...this.#sequence(Number.POSITIVE_INFINITY, ' '));
    return [group([...out, nest(body)], broken)];
  }
}

function clausesInside(query: QueryNode): ReadonlySet<number> {
  const inner = queriesOf(query).slice(1);
  return new Set(
    inner.flatMap((each) =>
      queryFormOf(each)
        .clauses(each)
        .map(({ start }) => start),
    ),
  );
}

/**
 * Reformats a script: the tokens and comments stay the same, so the meaning does, and formatting is idempotent.
 * A script with syntax errors is returned unchanged.
 */
export function formatScript(text: string): string {
  let broken = false;
  const report: Report = (code) => {
    broken ||= DIAGNOSTICS[code].severity === 'error';
  };
  const { declarations } = parseScript(text, DECLARATIONS, report);
  if (broken) return text;
  const lexed = lex(text, report);
  const formatted = print(new Formatter(text, lexed).script(declarations), WIDTH, INDENTATION).trim();
  return formatted === '' ? '' : `${formatted}\n`;
}
