import { page, table } from '../markdown.ts';
import { FINDINGS } from './findings.ts';
import type { Requirement } from './requirement.ts';
import { REQUIREMENTS } from './requirements.ts';

/** The requirements of security, the findings of an attack, and their acceptance tests. */
export function requirementsPage(): string {
  return page(
    'Security requirements',
    'What the product must keep to, and the tests that accept it. [Security](../security.md) describes how.',
    table(['', 'Requirement', 'Accepted by'], rowsOf(REQUIREMENTS)),
    '## Open',
    'What these tests do not show yet.',
    openOf(REQUIREMENTS),
    '## Findings',
    'What an attack on a running copy found, and the tests that failed until it was fixed.',
    table(['', 'Finding', 'Held by'], rowsOf(FINDINGS)),
    openOf(FINDINGS),
  );
}

function rowsOf(requirements: readonly Requirement[]): readonly (readonly string[])[] {
  return requirements.map(({ id, what, tests }) => [
    id,
    what,
    tests.map(([path, title]) => `[${title}](../../${path})`).join('<br>'),
  ]);
}

function openOf(requirements: readonly Requirement[]): string {
  return requirements.flatMap(({ id, open }) => (open === undefined ? [] : [`- ${id}: ${open}`])).join('\n');
}
