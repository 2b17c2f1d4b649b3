import { expect, it } from 'vitest';
import { pageTitle } from './document-head.ts';

it('names the screen, the account and the product, leaving out what is not known', () => {
  expect(pageTitle(['Downloads', 'Acme'])).toBe('Downloads · Acme · Switchboard');
  expect(pageTitle(['Not found', null, undefined, ''])).toBe('Not found · Switchboard');
  expect(pageTitle([])).toBe('Switchboard');
});
