import { ERRORS, type ErrorEntry } from '@switchboard/model/errors/errors';
import { code, page, table } from './markdown.ts';

const MEANING = {
  transient: 'tried again with growing pauses, up to the retry limit',
  authentication: 'the key is suspended, and what depends on it waits until the key is unsuspended',
  permanent: 'failed at once: trying again would give the same answer',
  internal: 'our own fault: tried again like a transient one, and reported',
} as const;

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
    table(['Class', 'What happens'], Object.entries(MEANING)),
    table(['Code', 'Class', 'Severity', 'HTTP', 'Text'], rows),
  );
}
