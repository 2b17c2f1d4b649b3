import type { KeyType } from '@switchboard/model/key-types/key-type';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { KeyForm } from './key-form.tsx';

function basicType(): KeyType {
  const type = findKeyType('basic');
  if (type === undefined) throw new Error('There is no key type basic.');
  return type;
}

it('warns of a type that has a notice, says where the key is found, and is drawn from the fields of the type alone', () => {
  const notice = 'This key needs manual updates every two months. Use the type "Pubmatic".';
  const fields: KeyType['fields'] = [
    { name: 'colour', label: 'Colour', kind: 'choice', choices: [{ value: 'red', label: 'Red' }], doc: 'Its colour.' },
    { name: 'size', label: 'Size', kind: 'number', minimum: 1, maximum: 9, required: true, doc: 'Its size.' },
    { name: 'fancy', label: 'Fancy', kind: 'flag', doc: 'Whether it is fancy.' },
    { name: 'pem', label: 'Key file', kind: 'lines', format: 'pem', secret: true, doc: 'Its key.' },
  ];
  const guide = { whereToFind: 'In its console, open Settings, then API.', documentation: 'https://docs.example/api' };
  const type: KeyType = Object.assign({}, basicType(), { notice, fields, ...guide });
  const nothing = (): void => undefined;
  const form = (
    <KeyForm type={type} mode="add" stored={null} onSave={async () => []} onSaved={nothing} onCancel={nothing} />
  );
  renderPage({ element: form });
  screen.getByText(notice);
  screen.getByText(guide.whereToFind);
  const link = screen.getByRole('link', { name: 'Documentation' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([guide.documentation, 'noreferrer']);
  for (const { label } of fields) screen.getAllByLabelText(new RegExp(`^${label}`));
  screen.getByText('To complete: Key name, Size.');
  expect(screen.queryByRole('tab')).toBeNull();
});
