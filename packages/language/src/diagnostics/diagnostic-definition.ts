export type Severity = 'error' | 'warning' | 'beta' | 'info';

/**
 * A diagnostic of the compiler. `{holes}` of the text are filled in; `wrong` and `right` are scripts that do and do not
 * cause it. `wrong` is empty where only a defect of the compiler causes it.
 */
export type DiagnosticDefinition = {
  readonly severity: Severity;
  readonly text: string;
  readonly wrong: string;
  readonly right: string;
};
