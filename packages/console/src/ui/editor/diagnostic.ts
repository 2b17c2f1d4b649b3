/** A place in a file. Lines and columns begin at 1. */
export type FilePlace = { readonly path: string; readonly line: number; readonly column: number };

/** A stretch of a file. The end is exclusive. */
export type FileRange = FilePlace & { readonly endLine: number; readonly endColumn: number };

/** `beta`: a feature of the language that may still change. */
export type DiagnosticSeverity = 'error' | 'warning' | 'beta' | 'info';

/** A message about a range of a file. */
export type Diagnostic = FileRange & {
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  /** Identifies the rule. */
  readonly code?: string;
  /** The title of its fix. */
  readonly fix?: string;
  readonly tag?: 'unnecessary' | 'deprecated';
};

const ORDER: readonly DiagnosticSeverity[] = ['error', 'warning', 'beta', 'info'];

/** Errors first; then by file and place. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted(
    (one, other) =>
      ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity) ||
      one.path.localeCompare(other.path) ||
      one.line - other.line ||
      one.column - other.column,
  );
}

/** The number of errors of each file and of each folder above it. */
export function countErrors(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path, severity } of diagnostics) {
    if (severity !== 'error') continue;
    const parts = path.split('/');
    for (let length = 1; length <= parts.length; length += 1) {
      const part = parts.slice(0, length).join('/');
      counts.set(part, (counts.get(part) ?? 0) + 1);
    }
  }
  return counts;
}
