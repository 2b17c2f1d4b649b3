import { isKeyword } from '../../syntax/tokens/codes.ts';
import { wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import { JOIN_KINDS } from './select-words.ts';

export type Clause =
  | 'items'
  | 'from'
  | 'join'
  | 'on'
  | 'using'
  | 'where'
  | 'group'
  | 'having'
  | 'qualify'
  | 'order'
  | 'limit';

/** The syntax expected at a position in a query. */
export type Expect =
  | 'operand'
  | 'operator'
  /** Behind a dot. */
  | 'member'
  /** Behind `*` in a select list. */
  | 'star'
  | 'table'
  | 'after-table'
  | 'after-alias'
  | 'new-name'
  | 'after-name'
  | 'column'
  | 'after-column'
  | 'type'
  | 'is'
  | 'is-not'
  | 'not'
  | 'by'
  | 'join'
  | 'nulls'
  /** Behind `nulls first` in a window. */
  | 'after-nulls'
  /** Behind `ignore`. */
  | 'ignore'
  | 'after-direction'
  | 'window'
  | FramePlace
  /** Behind `filter (`. */
  | 'filter'
  | 'nothing';

/** The syntax expected in a window frame. */
export type FramePlace = 'frame' | 'bound' | 'bound-side' | 'bound-row' | 'bound-end';

/** Next expectation after the words of a frame, by their position. */
const FRAME_WORDS: Readonly<Record<FramePlace, Readonly<Record<string, Expect>>>> = {
  frame: { between: 'bound' },
  bound: { unbounded: 'bound-side', current: 'bound-row' },
  'bound-side': { preceding: 'bound-end', following: 'bound-end' },
  'bound-row': { row: 'bound-end' },
  'bound-end': { and: 'bound' },
};

function isFramePlace(place: Expect): place is FramePlace {
  return Object.hasOwn(FRAME_WORDS, place);
}

/** A bracket that is open, or the query itself. `name` is that of the function called; `argument` counts from 0. */
export type Frame = {
  readonly bracket: '' | '(' | '[';
  readonly kind:
    | 'query'
    | 'group'
    | 'call'
    | 'list'
    | 'over'
    | 'filter'
    | 'except'
    | 'replace'
    | 'using'
    | 'cast'
    | 'record';
  readonly name: string;
  readonly opened: number;
  argument: number;
  expect: Expect;
  /** Whether an item of a select list starts here. */
  fresh: boolean;
};

const CLOSED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[' };
const OPERATOR_WORDS = new Set(['and', 'or', 'between', 'like', 'ilike', 'when', 'then', 'else', 'in']);
/** Clauses whose words are reserved: an open bracket before them was forgotten. */
const CERTAIN: Readonly<Record<string, Clause>> = { from: 'from', where: 'where', having: 'having' };
const JOINS: ReadonlySet<string> = new Set(JOIN_KINDS);
const BRACKET_KINDS: Readonly<Record<string, Frame['kind']>> = {
  over: 'over',
  filter: 'filter',
  except: 'except',
  replace: 'replace',
  using: 'using',
  cast: 'cast',
  try_cast: 'cast',
  record: 'record',
};
const FIRST: Readonly<Record<Frame['kind'], Expect>> = {
  query: 'operand',
  group: 'operand',
  call: 'operand',
  list: 'operand',
  over: 'window',
  filter: 'filter',
  except: 'column',
  replace: 'operand',
  using: 'column',
  cast: 'operand',
  record: 'operand',
};

/** Follows the tokens of a select, perhaps unfinished, to find what is allowed behind them. */
export class SelectReader {
  readonly frames: Frame[];
  clause: Clause;
  /** Whether the current join takes no condition. */
  cross = false;
  readonly #tokens: readonly Token[];

  /** `tokens` stand behind `select`, or behind `order by` where a clause is given. */
  constructor(tokens: readonly Token[], clause: Clause = 'items') {
    this.#tokens = tokens;
    this.clause = clause;
    const start = tokens[0]?.start ?? 0;
    this.frames = [
      {
        bracket: '',
        kind: 'query',
        name: '',
        opened: start,
        argument: 0,
        expect: 'operand',
        fresh: clause === 'items',
      },
    ];
    for (const [index, token] of tokens.entries()) this.#step(token, index);
  }

  get top(): Frame {
    const top = this.frames.at(-1);
    if (!top) throw new Error('The query itself is always open.');
    return top;
  }

  #step(token: Token, index: number): void {
    const { top } = this;
    const word = wordOf(token);
    const member = top.expect === 'member' && this.#tokens[index - 1]?.end === token.start;
    if (top.expect === 'filter' && word === 'where') {
      top.expect = 'operand';
      return;
    }
    const clause = member || !Object.hasOwn(CERTAIN, word) ? undefined : CERTAIN[word];
    if (clause !== undefined) this.#enter(clause, clause === 'from' ? 'table' : 'operand');
    else if (token.kind === 'symbol') this.#symbol(token, index);
    else if (token.kind === 'name') this.#word(token, word, index);
    else this.#value(token);
  }

  #enter(clause: Clause, expect: Expect): void {
    this.frames.length = 1;
    this.clause = clause;
    this.top.expect = expect;
    this.top.fresh = false;
  }

  #open(bracket: '(' | '[', kind: Frame['kind'], name: string, opened: number): void {
    this.frames.push({ bracket, kind, name, opened, argument: 0, expect: FIRST[kind], fresh: false });
  }

  #symbol(token: Token, index: number): void {
    const { top } = this;
    const previous = this.#tokens[index - 1];
    switch (token.text) {
      case '(': {
        const word = wordOf(previous);
        const kind = Object.hasOwn(BRACKET_KINDS, word) ? BRACKET_KINDS[word] : undefined;
        const named = top.expect === 'operator' || word === 'literal';
        const called = previous?.kind === 'name' && previous.end <= token.start && named;
        const ofStar = kind === 'except' || kind === 'replace';
        const filters = kind !== 'filter' || this.#tokens[index - 2]?.text === ')';
        if (kind !== undefined && filters && (!ofStar || top.expect === 'star'))
          this.#open('(', kind, word, token.start);
        else if (called) this.#open('(', 'call', previous.text, token.start);
        else this.#open('(', 'group', '', token.start);
        return;
      }
      case '[':
        this.#open('[', 'list', '', token.start);
        return;
      case ')':
      case ']':
        this.#close(CLOSED_BY[token.text] ?? '');
        return;
      case ',':
        this.#comma();
        return;
      case '.':
        top.expect = 'member';
        return;
      case '*':
        top.expect = top.expect === 'member' || (top.expect === 'operand' && top.fresh) ? 'star' : 'operand';
        top.fresh = false;
        return;
      default:
        top.expect = 'operand';
        top.fresh = false;
    }
  }

  #close(bracket: string): void {
    const found = this.frames.findLastIndex((frame) => frame.bracket === bracket);
    if (found < 1) return;
    const kind = this.frames[found]?.kind;
    this.frames.length = found;
    this.top.expect = kind === 'except' || kind === 'replace' ? 'star' : kind === 'using' ? 'after-alias' : 'operator';
    this.top.fresh = false;
    if (kind === 'using') this.clause = 'using';
  }

  #comma(): void {
    const { top } = this;
    top.argument += 1;
    if (top.kind === 'except' || top.kind === 'using') top.expect = 'column';
    else if (top.kind === 'query' && (this.clause === 'from' || this.clause === 'join')) top.expect = 'table';
    else top.expect = 'operand';
    top.fresh = top.kind === 'query' && this.clause === 'items';
  }

  #value(token: Token): void {
    const { top } = this;
    top.fresh = false;
    if (top.kind === 'query' && this.clause === 'limit') top.expect = 'nothing';
    else if (token.kind === 'string') this.#named();
    else top.expect = top.expect === 'bound' ? 'bound-side' : 'operator';
  }

  /** Behind a name, as the place waits for one. */
  #named(): void {
    const { top } = this;
    top.fresh = false;
    switch (top.expect) {
      case 'table':
        top.expect = 'after-table';
        return;
      case 'new-name':
        top.expect = this.clause === 'from' || this.clause === 'join' ? 'after-alias' : 'after-name';
        return;
      case 'column':
        top.expect = top.kind === 'replace' ? 'after-name' : 'after-column';
        return;
      case 'type':
        top.expect = 'nothing';
        return;
      default:
        top.expect = 'operator';
    }
  }

  #word(token: Token, word: string, index: number): void {
    const { top } = this;
    const next = wordOf(this.#tokens[index + 1]);
    if (
      top.expect === 'member' ||
      top.expect === 'table' ||
      top.expect === 'column' ||
      top.expect === 'type' ||
      top.expect === 'new-name'
    )
      this.#named();
    else if (top.expect === 'window') this.#inWindow(word);
    else if (isFramePlace(top.expect)) top.expect = FRAME_WORDS[top.expect][word] ?? 'nothing';
    else if (top.expect === 'by') top.expect = 'operand';
    else if (top.expect === 'join') {
      if (word === 'join') this.#enter('join', 'table');
    } else if (top.expect === 'operand') this.#atOperand(token, word, next);
    else if (top.expect === 'is') top.expect = word === 'not' ? 'is-not' : 'operator';
    else if (top.expect === 'is-not') top.expect = 'operator';
    else if (top.expect === 'nulls') top.expect = top.kind === 'over' ? 'after-nulls' : 'nothing';
    else if (top.expect === 'after-nulls') this.#inWindow(word);
    else if (top.expect === 'ignore') top.expect = 'nothing';
    else this.#atOperator(word, next);
  }

  #inWindow(word: string): void {
    if (word === 'rows' || word === 'range') this.top.expect = 'frame';
    else this.top.expect = word === 'partition' || word === 'order' ? 'by' : 'operator';
  }

  #atOperand(token: Token, word: string, next: string): void {
    const { top } = this;
    if (word === 'not' || word === 'literal' || word === 'case' || word === 'when') return;
    if (word === 'distinct' && (top.kind === 'call' || token.start === this.#tokens[0]?.start)) return;
    if ((word === 'order' || word === 'group') && next === 'by') this.#clauseWord(word);
    else this.#named();
  }

  #atOperator(word: string, next: string): void {
    const { top } = this;
    const root = top.kind === 'query';
    if ((top.kind === 'over' || top.kind === 'call') && word === 'order') top.expect = 'by';
    else if (top.kind === 'over' && (word === 'rows' || word === 'range')) top.expect = 'frame';
    else if (top.kind === 'call' && word === 'ignore') top.expect = 'ignore';
    else if (top.expect === 'after-table' && !isKeyword(word)) top.expect = 'after-alias';
    else if (word === 'as') top.expect = top.kind === 'cast' ? 'type' : top.kind === 'replace' ? 'column' : 'new-name';
    else if (word === 'is') top.expect = 'is';
    else if (word === 'not') top.expect = 'not';
    else if (word === 'asc' || word === 'desc') top.expect = 'after-direction';
    else if (word === 'nulls') top.expect = 'nulls';
    else if (OPERATOR_WORDS.has(word)) top.expect = 'operand';
    else if (root && this.#clauseWord(word)) return;
    else if (root && (word === 'join' || JOINS.has(word))) this.#join(word, next);
    else if (root && word === 'on' && this.clause !== 'items') this.#enter('on', 'operand');
    else if (root && word === 'using' && this.clause !== 'items') this.#enter('using', 'nothing');
  }

  #join(word: string, next: string): void {
    if (this.clause === 'items') return;
    this.cross = word === 'cross' || (word === 'join' && this.cross && this.top.expect === 'join');
    if (word === 'join') this.#enter('join', 'table');
    else if (next === '' || next === 'join' || next === 'outer' || (word === 'asof' && next === 'left'))
      this.#enter('join', 'join');
  }

  #clauseWord(word: string): boolean {
    if (word === 'order' || word === 'group') this.#enter(word, 'by');
    else if (word === 'qualify') this.#enter('qualify', 'operand');
    else if (word === 'limit') this.#enter('limit', 'nothing');
    else return false;
    return true;
  }
}
