/**
 * A commit that did not settle. `changed`: another delivery wrote to the place after the ledger was read. `unknown`: the
 * answer was lost. `cause` is the failure to report when a further round settles nothing.
 */
export class CommitConflict extends Error {
  override readonly name = 'CommitConflict';
  readonly kind: 'changed' | 'unknown';
  /** Whether the result that the next round finds may be this very attempt's. */
  readonly mayBeOwn: boolean;

  constructor(kind: CommitConflict['kind'], cause: unknown, options: { readonly mayBeOwn: boolean }) {
    super(kind === 'unknown' ? 'the answer to the commit was lost' : 'the destination changed before the commit', {
      cause,
    });
    this.kind = kind;
    this.mayBeOwn = options.mayBeOwn;
  }
}
