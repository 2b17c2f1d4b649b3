import { expect, it } from 'vitest';
import { EDITOR_PARAMETERS, MODES, modesOf } from './editor-parameters.ts';

it('the editor has five modes, of which Files is the default', { tags: 'spec:editor-parameters' }, () => {
  expect([...MODES]).toEqual(['Files', 'Imports', 'Exports', 'Keys', 'Changes']);
  expect(EDITOR_PARAMETERS.mode.read(null)).toBe('Files');
  expect(EDITOR_PARAMETERS.mode.read('Changes')).toBe('Changes');
});

it('hides Changes of the published version, and from people who may not compare', {
  tags: 'spec:editor-parameters',
}, () => {
  expect(modesOf('draft', true)).toEqual(MODES);
  expect(modesOf('replaced', true)).toEqual(MODES);
  expect(modesOf('running', true)).not.toContain('Changes');
  expect(modesOf('draft', false)).not.toContain('Changes');
});

it.each([
  ['variant', 'inline-diff', 'inline-diff'],
  ['variant', 'other', 'editor'],
  ['file', 'ads/orders.sbs', 'ads/orders.sbs'],
  ['fileType', 'original', 'original'],
  ['referrer', '/app/acme/homepage', '/app/acme/homepage'],
  ['referrer', 'https://evil.example', ''],
  ['lines', '12-12-1-1', '12-12-1-1'],
  ['lines', '12', ''],
] as const)('reads %s=%s as "%s"', { tags: 'spec:editor-parameters' }, (name, value, read) => {
  expect(EDITOR_PARAMETERS[name].read(value)).toBe(read);
});
