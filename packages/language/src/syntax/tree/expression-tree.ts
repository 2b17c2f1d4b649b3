import type { Span } from '../tokens/tokens.ts';
import type { Name } from './name.ts';
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

export type WindowNode = Span & { readonly partition: readonly Expression[]; readonly order: readonly OrderNode[] };

export type Expression = Span &
  (
    | { readonly kind: 'string'; readonly value: string }
    /** `"x"`: a column if one of that name is in scope, else a text. */
    | { readonly kind: 'quoted'; readonly value: string }
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'word'; readonly value: boolean | null }
    | { readonly kind: 'name'; readonly name: Name }
    | { readonly kind: 'field'; readonly target: Expression; readonly field: Name }
    | { readonly kind: 'index'; readonly target: Expression; readonly index: Expression }
    | { readonly kind: 'unary'; readonly operator: '-' | 'not'; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
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
        readonly over: WindowNode | null;
      }
    | { readonly kind: 'cast'; readonly operand: Expression; readonly type: TypeNode; readonly lenient: boolean }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
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
  between: ({ operand, low, high }) => [operand, low, high],
  call: partsOfCall,
  list: ({ items }) => items,
};
const NONE: readonly Expression[] = [];

/** The expressions directly inside one, in the order of the text. */
export function childrenOf(node: Expression): readonly Expression[] {
  const children = CHILDREN[node.kind] as ((each: Expression) => readonly Expression[]) | undefined;
  return children ? children(node) : NONE;
}

type Call<Node> = {
  readonly arguments: readonly Node[];
  readonly over: { readonly partition: readonly Node[]; readonly order: readonly { readonly by: Node }[] } | null;
};

/** The arguments of a call, then the expressions of its window. */
export function partsOfCall<Node>({ arguments: given, over }: Call<Node>): readonly Node[] {
  return over === null ? given : [...given, ...over.partition, ...over.order.map(({ by }) => by)];
}
