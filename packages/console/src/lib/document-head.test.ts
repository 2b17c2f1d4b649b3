import { expect, it } from 'vitest';
import { pageTitle } from './document-head.ts';

it('joins screen, account and product, leaving out empty parts', () => {
  expect(pageTitle(['Downloads', 'Acme'])).toBe('Downloads · Acme · Switchboard');
  expect(pageTitle(['Not found', null, undefined, ''])).toBe('Not found · Switchboard');
  expect(pageTitle([])).toBe('Switchboard');
});
