import { ERROR_CLASSES } from '@switchboard/model/errors/error-row';
import { ERRORS, type ErrorEntry } from '@switchboard/model/errors/errors';
import { code, page, table } from './markdown.ts';

/** Every error a person can meet, from the catalogue in the model. */
export function errorsPage(): string {
  const rows = Object.entries<ErrorEntry>(ERRORS).map(([name, { text, class: kind, severity, http }]) => [
    code(name),
    kind,
    severity,
    http === undefined ? '' : String(http),
    text,
  ]);
  return page(
    'Errors',
    'What Switchboard says when something goes wrong. Words in braces are filled in.',
    table(['Class', 'What happens'], Object.entries(ERROR_CLASSES)),
    table(['Code', 'Class', 'Severity', 'HTTP', 'Text'], rows),
  );
}
