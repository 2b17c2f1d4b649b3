/** A stretch of a script: offsets in UTF-16 units, end exclusive. */
export type Span = { readonly start: number; readonly end: number };
