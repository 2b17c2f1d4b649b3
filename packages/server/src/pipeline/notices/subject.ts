import { ERRORS } from '@switchboard/model/errors/errors';

/** Kind of the object that the failures of an incident have in common. */
export type SubjectKind = 'key' | 'source' | 'upload' | 'destination';
export type Subject = { readonly kind: SubjectKind; readonly name: string };

/** A declaration whose transfers have failed. */
export type FailedDeclaration = {
  readonly transfer: 'download' | 'upload';
  readonly name: string;
  /** The name of its key; null without one. */
  readonly key: string | null;
  /** The connector of an upload's destination; null for downloads, and when the upload is not declared any more. */
  readonly connector: string | null;
};

function isAboutKey(code: string): boolean {
  const known: Readonly<Record<string, { readonly class: string }>> = ERRORS;
  return known[code]?.class === 'authentication' || code.startsWith('KEY_');
}

/** The key that was rejected, the destination that failed, or the declaration itself. */
export function subjectOf(code: string, { transfer, name, key, connector }: FailedDeclaration): Subject {
  if (isAboutKey(code) && key !== null) return { kind: 'key', name: key };
  if (code.startsWith('DESTINATION_')) {
    // Uploads with the same key have the same destination.
    if (key !== null) return { kind: 'key', name: key };
    if (connector !== null) return { kind: 'destination', name: connector };
  }
  return { kind: transfer === 'download' ? 'source' : 'upload', name };
}
