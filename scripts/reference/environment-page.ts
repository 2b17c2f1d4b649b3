import { SETTING_DOCS } from '@switchboard/server/env';
import { code, page, table } from './markdown.ts';

/** Every setting, from the one file that reads them. */
export function environmentPage(): string {
  return page(
    'Settings',
    'Settings are environment variables. Each has a default, so that `npm start` needs none. ' +
      'A wrong one ends the start with one line that names it and says why.',
    table(
      ['Name', 'Default', 'Meaning'],
      SETTING_DOCS.map(({ name, doc, fallback }) => [code(name), fallback === '' ? '' : code(fallback), doc]),
    ),
  );
}
