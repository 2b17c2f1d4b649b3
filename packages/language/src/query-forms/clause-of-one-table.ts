import { symbolOf } from '../syntax/tokens/token-shape.ts';
import type { Token } from '../syntax/tokens/tokens.ts';
import { chainBefore, type QueryContext } from './query-context.ts';
import type { Clause, SelectReader } from './select/select-reader.ts';
import type { SourceReference } from './select/sources.ts';

/** A clause of a query that reads one table, up to the cursor. */
type ClauseAtCursor = {
  readonly clause: Clause;
  /** Its tokens before the cursor. */
  readonly tokens: readonly Token[];
  /** Has read the tokens. */
  readonly reader: SelectReader;
  readonly next: Token | undefined;
  readonly source: SourceReference;
  /** Clauses that the query has already, or never has. */
  readonly clauses: readonly string[];
};

/** Returns the grammar context at a cursor in a clause of a query that reads one table. */
export function clauseContext({ clause, tokens, reader, next, source, clauses }: ClauseAtCursor): QueryContext {
  if (reader.top.expect === 'type') return { kind: 'type', formats: false };
  return {
    kind: 'expression',
    place: {
      clause,
      frame: reader.top,
      frames: reader.frames,
      sources: [source],
      outputs: [],
      previous: tokens.at(-1),
      chain: reader.top.expect === 'member' ? chainBefore(tokens) : [],
      clauses: new Set(clauses),
      cross: false,
      merged: new Set(),
      next: symbolOf(next),
    },
  };
}
