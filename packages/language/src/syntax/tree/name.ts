import type { Span } from '../../text/span.ts';

/** A name as written: `quoted` when it stood in quotation marks. */
export type Name = Span & { readonly text: string; readonly quoted: boolean };
