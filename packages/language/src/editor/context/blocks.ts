import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';

/** A block of parameters around the cursor. `given` are those it has already, with their texts. */
export type BlockPlace = {
  readonly side: 'source' | 'destination' | 'member';
  /** Whether it is an upload's `test: { … }`. */
  readonly test: boolean;
  readonly given: ReadonlyMap<string, string | null>;
  /** The text of `type` in the declaration's own block. */
  readonly type: string | null;
  /** The table that an upload delivers; null elsewhere. */
  readonly table: string | null;
};

/** The grammar context at a position outside queries. */
export type BlockContext =
  | { readonly kind: 'parameter-name'; readonly block: BlockPlace }
  | {
      readonly kind: 'parameter-value';
      readonly block: BlockPlace;
      readonly name: string;
      readonly listed: readonly string[] | null;
    }
  | { readonly kind: 'schema'; readonly record: boolean }
  | { readonly kind: 'bundle-tables' }
  | { readonly kind: 'type'; readonly formats: boolean }
  | { readonly kind: 'after-type'; readonly words: readonly string[] }
  | { readonly kind: 'date-format' }
  | { readonly kind: 'words'; readonly words: readonly string[] };

type Frame = {
  readonly kind: 'root' | 'parameters' | 'object' | 'schema' | 'tables' | 'list' | 'arguments';
  /** Index of the first token of the entry at hand. */
  entry: number;
  readonly given: Map<string, string | null>;
  /** The entry in which it was opened. */
  readonly name: string;
  readonly member: boolean;
};

const CLOSED_BY: Readonly<Record<Frame['kind'], string>> = {
  root: '',
  parameters: '}',
  object: '}',
  schema: '}',
  tables: '}',
  list: ']',
  arguments: ')',
};

/** Notes an entry `name: value` of a block. */
function note(tokens: readonly Token[], index: number, given: Map<string, string | null>): void {
  const name = tokens[index];
  if (!isName(name) || symbolOf(tokens[index + 1]) !== ':') return;
  const value = tokens[index + 2];
  given.set(name.text, value?.kind === 'string' ? value.text : null);
}

/** Notes the entries behind the cursor up to the end of its block. */
function noteFollowing(after: readonly Token[], given: Map<string, string | null>): void {
  let depth = 0;
  for (const [index, token] of after.entries()) {
    const symbol = symbolOf(token);
    if (symbol === '{' || symbol === '[') depth += 1;
    if (symbol === '}' || symbol === ']') depth -= 1;
    if (depth < 0) return;
    if (depth === 0) note(after, index, given);
  }
}

class BlockReader {
  readonly frames: Frame[] = [{ kind: 'root', entry: 0, given: new Map(), name: '', member: false }];
  readonly #tokens: readonly Token[];
  readonly #bundle: boolean;

  constructor(tokens: readonly Token[], bundle: boolean) {
    this.#tokens = tokens;
    this.#bundle = bundle;
    for (const [index, token] of tokens.entries()) this.#step(index, symbolOf(token));
  }

  get top(): Frame {
    return this.frames.at(-1) ?? { kind: 'root', entry: 0, given: new Map(), name: '', member: false };
  }

  #step(index: number, symbol: string): void {
    const { top } = this;
    if (symbol === '{') this.#open(index);
    else if (symbol === '[') this.#push('list', index, false);
    else if (symbol === '(') this.#push('arguments', index, false);
    else if (symbol === '}' || symbol === ']' || symbol === ')') this.#close(symbol);
    else if (symbol === ';') {
      // No entry ends inside brackets: they were left open.
      while (this.top.kind === 'list' || this.top.kind === 'arguments') this.frames.pop();
      this.top.entry = index + 1;
    } else if (symbol === ':' && index === top.entry + 1) note(this.#tokens, top.entry, top.given);
  }

  #push(kind: Frame['kind'], index: number, member: boolean): void {
    const name = this.#tokens[this.top.entry]?.text ?? '';
    this.frames.push({ kind, entry: index + 1, given: new Map(), name, member });
  }

  #open(index: number): void {
    const previous = wordOf(this.#tokens[index - 1]);
    if (previous === 'using' && this.top.kind !== 'schema') {
      // The block before it was left open.
      while (this.top.kind !== 'root' && this.top.kind !== 'tables') this.frames.pop();
      this.#push(this.#bundle && this.top.kind === 'root' ? 'tables' : 'schema', index, false);
      return;
    }
    const { kind } = this.top;
    if (kind === 'root' || kind === 'tables') this.#push('parameters', index, kind === 'tables');
    else if (kind === 'schema' || this.frames.some((frame) => frame.kind === 'schema'))
      this.#push('schema', index, false);
    else this.#push('object', index, false);
  }

  #close(symbol: string): void {
    const found = this.frames.findLastIndex((frame) => CLOSED_BY[frame.kind] === symbol);
    if (found > 0) this.frames.length = found;
  }
}

/** The words that may follow the type of a column, each once. */
function afterType(words: readonly string[]): BlockContext {
  if (words.at(-1) === 'not') return { kind: 'words', words: ['null'] };
  if (words.at(-1) === 'as') return { kind: 'words', words: [] };
  const left = ['not null', 'as'].filter((each) => !words.includes(each.split(' ', 1)[0] ?? ''));
  return { kind: 'after-type', words: left };
}

function inSchema(reader: BlockReader, tokens: readonly Token[]): BlockContext {
  const { top } = reader;
  const nested = top.kind === 'list' || top.kind === 'arguments';
  const schema = reader.frames.findLast((frame) => frame.kind === 'schema') ?? top;
  if (top.kind === 'arguments') {
    const type = wordOf(tokens[top.entry - 2]);
    const first = top.entry === tokens.length;
    return first && (type === 'date' || type === 'datetime') ? { kind: 'date-format' } : { kind: 'words', words: [] };
  }
  const entry = tokens.slice(nested ? top.entry : schema.entry);
  if (nested) return entry.length === 0 ? { kind: 'type', formats: false } : { kind: 'words', words: [] };
  const depth = reader.frames.filter((frame) => frame.kind === 'schema').length;
  if (entry.length === 0) return { kind: 'schema', record: depth > 1 };
  if (entry.length === 1) return { kind: 'words', words: [] };
  if (entry.length === 2)
    return symbolOf(entry[1]) === ':' ? { kind: 'type', formats: true } : { kind: 'words', words: [] };
  return afterType(
    entry
      .slice(3)
      .map(wordOf)
      .filter((word) => word !== ''),
  );
}

function blockPlace(
  reader: BlockReader,
  after: readonly Token[],
  declaration: Omit<BlockPlace, 'given' | 'test' | 'type'>,
): BlockPlace {
  const frame = reader.frames.findLast(({ kind }) => kind === 'parameters' || kind === 'object') ?? reader.top;
  const own = reader.frames.find(({ kind }) => kind === 'parameters') ?? frame;
  const given = new Map(frame.given);
  noteFollowing(after, given);
  const test = frame.kind === 'object';
  const type = test ? own.given.get('type') : given.get('type');
  return { ...declaration, side: own.member ? 'member' : declaration.side, test, given, type: type ?? null };
}

function inBlock(
  reader: BlockReader,
  tokens: readonly Token[],
  after: readonly Token[],
  declaration: Omit<BlockPlace, 'given' | 'test' | 'type'>,
): BlockContext {
  const { top } = reader;
  const objects = reader.frames.filter((frame) => frame.kind === 'object');
  const test = objects.length === 1 && objects[0]?.name === 'test' && declaration.side === 'destination';
  if (objects.length > 0 && !test) return { kind: 'words', words: [] };
  const block = blockPlace(reader, after, declaration);
  if (top.kind === 'list') {
    const last = symbolOf(tokens.at(-1));
    const listed = tokens.slice(top.entry).flatMap((token) => (token.kind === 'symbol' ? [] : [token.text]));
    return last === '[' || last === ','
      ? { kind: 'parameter-value', block, name: top.name, listed }
      : { kind: 'words', words: [] };
  }
  const entry = tokens.slice(top.entry);
  if (entry.length === 0) return { kind: 'parameter-name', block };
  if (entry.length === 2 && symbolOf(entry[1]) === ':')
    return { kind: 'parameter-value', block, name: entry[0]?.text ?? '', listed: null };
  return { kind: 'words', words: [] };
}

/** The words that may follow in a declaration outside its blocks. */
function inHead(tokens: readonly Token[], upload: boolean): BlockContext {
  const last = tokens.at(-1);
  const words = (...list: string[]): BlockContext => ({ kind: 'words', words: list });
  if (symbolOf(last) === '}') {
    const used = tokens.some((token) => wordOf(token) === 'using');
    return upload || used ? words() : words('using');
  }
  const word = wordOf(last);
  if (tokens.length === 1) return words('bundle');
  if (upload && tokens.length === 2) return words('to', 'as');
  if (upload && wordOf(tokens.at(-2)) === 'as') return words('to');
  if (word === 'using') return words('*');
  if (upload || word === 'from') return words();
  const named = tokens.length === (wordOf(tokens[1]) === 'bundle' ? 3 : 2);
  return named ? words('from') : words();
}

/** The entry of a bundle's table before its blocks: `table name from { … } using { … };`. */
function inBundle(tokens: readonly Token[]): BlockContext {
  if (tokens.length === 0) return { kind: 'bundle-tables' };
  if (symbolOf(tokens.at(-1)) === '}' && !tokens.some((token) => wordOf(token) === 'using'))
    return { kind: 'words', words: ['using'] };
  return {
    kind: 'words',
    words: tokens.length === 2 ? ['from', 'using'] : wordOf(tokens.at(-1)) === 'using' ? ['*'] : [],
  };
}

/** Returns the grammar context after the tokens of a download or an upload. */
export function readBlocks(tokens: readonly Token[], after: readonly Token[], upload: boolean): BlockContext {
  const bundle = !upload && wordOf(tokens[1]) === 'bundle' && isName(tokens[2]) && wordOf(tokens[2]) !== 'from';
  const reader = new BlockReader(tokens, bundle);
  if (reader.frames.some((frame) => frame.kind === 'schema')) return inSchema(reader, tokens);
  if (reader.top.kind === 'root') return inHead(tokens, upload);
  if (reader.top.kind === 'tables') return inBundle(tokens.slice(reader.top.entry));
  const table = upload && isName(tokens[1]) ? tokens[1].text : null;
  return inBlock(reader, tokens, after, { side: upload ? 'destination' : 'source', table });
}
