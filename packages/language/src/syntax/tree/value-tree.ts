import type { Span } from '../../text/span.ts';
import type { Name } from './name.ts';

export type ValueNode = Span &
  (
    | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
    | { readonly kind: 'list'; readonly items: readonly ValueNode[] }
    | { readonly kind: 'object'; readonly entries: readonly ParameterNode[] }
  );

export type ParameterNode = Span & { readonly name: Name; readonly value: ValueNode };

/** `broken`: some entry could not be parsed, so a missing parameter may be in it. */
export type BlockNode = Span & { readonly entries: readonly ParameterNode[]; readonly broken: boolean };
