import type { Parameter } from '../../lib/address/url-state.ts';

export type FailureKind = 'download' | 'upload' | 'flow';

/** A download, an upload or a flow that failed. */
export type FailureRef = { readonly kind: FailureKind; readonly id: string };

const PATTERN = /^(download|upload|flow)\.([\w-]{1,64})$/;

/** A failure as an address has it: "download.0195…"; null for other texts. */
export function readFailureRef(text: string): FailureRef | null {
  const [, kind, id] = PATTERN.exec(text) ?? [];
  return kind === undefined || id === undefined ? null : { kind: kind as FailureKind, id };
}

export const writeFailureRef = ({ kind, id }: FailureRef): string => `${kind}.${id}`;

/** The parameter of the editor's address that names the failure to explain. */
export const EXPLAIN_PARAMETER: Parameter<string> = {
  read: (value) => (value !== null && readFailureRef(value) !== null ? value : ''),
  write: (value) => value || null,
  isValid: (value) => readFailureRef(value) !== null,
};
