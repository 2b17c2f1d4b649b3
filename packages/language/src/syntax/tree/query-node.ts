import type { Span } from '../../text/span.ts';

/** The syntax of what follows `table NAME is`. Each query form has its own node, identified by `kind`. */
export type QueryNode = Span & { readonly kind: string };
