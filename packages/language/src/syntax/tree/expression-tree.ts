import type { Span } from '../../text/span.ts';
import type { Name } from './name.ts';
import type { QueryNode } from './query-node.ts';
import type { TypeNode } from './schema-tree.ts';

export type BinaryOperator =
  | 'or'
  | 'and'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '~'
  | 'like'
  | 'ilike'
  | '||'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

export type OrderNode = Span & {
  readonly by: Expression;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last' | null;
};

/** One end of a frame: so many rows, or so much of the order, before or after the current row. */
export type BoundNode = Span & {
  /** `current`: the current row itself. */
  readonly side: 'preceding' | 'current' | 'following';
  /** The number as written; null for `unbounded`, and for the current row. */
  readonly amount: string | null;
};

/** `rows between … and …`: the neighbours of a row that a window function sees. */
export type FrameNode = Span & {
  readonly unit: 'rows' | 'range';
  readonly first: BoundNode;
  readonly last: BoundNode;
};

export type WindowNode = Span & {
  readonly partition: readonly Expression[];
  readonly order: readonly OrderNode[];
  readonly frame: FrameNode | null;
};

/** The modifiers of a call besides its arguments: `(… order by … ignore nulls) filter (where …)`. */
export type ModifiersNode = {
  readonly order: readonly OrderNode[];
  readonly ignoreNulls: Span | null;
  readonly filter: Expression | null;
};

/** A field of `record(value as name, …)`; without a name it has that of its column. */
export type FieldNode = Span & { readonly value: Expression; readonly name: Name | null };

export type Expression = Span &
  (
    | { readonly kind: 'string'; readonly value: string }
    /** `"x"`: a column if one of that name is in scope, else a text. */
    | { readonly kind: 'quoted'; readonly value: string }
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'word'; readonly value: boolean | null }
    /** `constant`: written `literal(name)`, so that it is a constant and never a column. */
    | { readonly kind: 'name'; readonly name: Name; readonly constant?: true }
    | { readonly kind: 'field'; readonly target: Expression; readonly field: Name }
    | { readonly kind: 'index'; readonly target: Expression; readonly index: Expression }
    | { readonly kind: 'unary'; readonly operator: '-' | 'not'; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
        /** The character that makes % and _ of a like stand for themselves. */
        readonly escape?: Span & { readonly text: string };
      }
    | {
        readonly kind: 'condition';
        readonly test: Expression;
        readonly value: Expression;
        readonly otherwise: Expression;
      }
    | {
        readonly kind: 'in';
        readonly operand: Expression;
        readonly items: readonly Expression[];
        readonly negated: boolean;
      }
    | {
        readonly kind: 'between';
        readonly operand: Expression;
        readonly low: Expression;
        readonly high: Expression;
        readonly negated: boolean;
      }
    | { readonly kind: 'is-null'; readonly operand: Expression; readonly negated: boolean }
    | {
        readonly kind: 'call';
        readonly name: Name;
        readonly arguments: readonly Expression[];
        readonly modifiers: ModifiersNode | null;
        readonly over: WindowNode | null;
        /** `distinct` before its arguments, which was reported. */
        readonly distinct?: true;
      }
    | { readonly kind: 'cast'; readonly operand: Expression; readonly type: TypeNode; readonly lenient: boolean }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'record'; readonly fields: readonly FieldNode[] }
    /** A query in brackets: its only value. */
    | { readonly kind: 'query'; readonly query: QueryNode }
    | { readonly kind: 'exists'; readonly query: QueryNode }
    | {
        readonly kind: 'in-query';
        readonly operand: Expression;
        readonly query: QueryNode;
        readonly negated: boolean;
      }
    | { readonly kind: 'columns'; readonly pattern: string; readonly patternSpan: Span }
  );

type Children = {
  readonly [Kind in Expression['kind']]?: (node: Extract<Expression, { kind: Kind }>) => readonly Expression[];
};

const CHILDREN: Children = {
  field: ({ target }) => [target],
  index: ({ target, index }) => [target, index],
  unary: ({ operand }) => [operand],
  'is-null': ({ operand }) => [operand],
  cast: ({ operand }) => [operand],
  binary: ({ left, right }) => [left, right],
  condition: ({ test, value, otherwise }) => [test, value, otherwise],
  in: ({ operand, items }) => [operand, ...items],
  'in-query': ({ operand }) => [operand],
  between: ({ operand, low, high }) => [operand, low, high],
  call: partsOfCall,
  list: ({ items }) => items,
  record: ({ fields }) => fields.map(({ value }) => value),
};
const NONE: readonly Expression[] = [];

/** The expressions directly inside one, in the order of the text. */
export function childrenOf(node: Expression): readonly Expression[] {
  const children = CHILDREN[node.kind] as ((each: Expression) => readonly Expression[]) | undefined;
  return children ? children(node) : NONE;
}

/** The queries in an expression, but not those inside them. */
export function queriesIn(node: Expression, found: QueryNode[] = []): readonly QueryNode[] {
  if (node.kind === 'query' || node.kind === 'exists' || node.kind === 'in-query') found.push(node.query);
  for (const child of childrenOf(node)) queriesIn(child, found);
  return found;
}

type Call<Node> = {
  readonly arguments: readonly Node[];
  readonly modifiers: { readonly order: readonly { readonly by: Node }[]; readonly filter: Node | null } | null;
  readonly over: { readonly partition: readonly Node[]; readonly order: readonly { readonly by: Node }[] } | null;
};

/** The arguments of a call, then the expressions of its modifiers and of its window. */
export function partsOfCall<Node>({ arguments: given, modifiers, over }: Call<Node>): readonly Node[] {
  if (over === null && modifiers === null) return given;
  const parts = [...given];
  if (modifiers) {
    for (const { by } of modifiers.order) parts.push(by);
    if (modifiers.filter) parts.push(modifiers.filter);
  }
  if (over) {
    parts.push(...over.partition);
    for (const { by } of over.order) parts.push(by);
  }
  return parts;
}
