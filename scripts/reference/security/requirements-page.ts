import { page, table } from '../markdown.ts';
import { REQUIREMENTS } from './requirements.ts';

/** The requirements of security and their acceptance tests. */
export function requirementsPage(): string {
  const rows = REQUIREMENTS.map(({ id, what, tests }) => [
    id,
    what,
    tests.map(([path, title]) => `[${title}](../../${path})`).join('<br>'),
  ]);
  const open = REQUIREMENTS.flatMap(({ id, open: gap }) => (gap === undefined ? [] : [`- ${id}: ${gap}`]));
  return page(
    'Security requirements',
    'What the product must keep to, and the tests that accept it. [Security](../security.md) describes how.',
    table(['', 'Requirement', 'Accepted by'], rows),
    '## Open',
    'What these tests do not show yet.',
    open.join('\n'),
  );
}
