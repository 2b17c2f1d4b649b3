import { CONNECTORS } from '@switchboard/connectors';
import { expect, test } from 'vitest';
import { UsageError } from '../exit.ts';
import { parseCatalog } from './read-catalog.ts';

test('a catalog holds connectors as this program has them, and keys', () => {
  const catalog = {
    connectors: CONNECTORS.map((connector) => connector.spec),
    keys: [{ name: 'a', type: 'basic', status: 'archived' }],
  };
  expect(parseCatalog(JSON.stringify(catalog), 'c.json')).toEqual(JSON.parse(JSON.stringify(catalog)));
  expect(parseCatalog('{}', 'c.json')).toEqual({});
});

test.each([
  ['[]', 'it is not an object'],
  ['null', 'it is not an object'],
  ['{"keys": {}}', 'keys is not a list'],
  ['{"keys": [7]}', 'keys[0] is not an object'],
  ['{"keys": [{"name": "a", "type": "b", "status": "lost"}]}', 'keys[0].status is none of active, suspended, archived'],
  ['{"connectors": [{"name": 1}]}', 'connectors[0].name is not a string'],
  [
    '{"connectors": [{"name": "a", "displayName": "A", "keyTypes": [1], "keyRequired": true}]}',
    'connectors[0].keyTypes[0] is not a string',
  ],
  [
    '{"connectors": [{"name": "a", "displayName": "A", "keyTypes": [], "keyRequired": true, "source": {"parameters": [{"name": "p", "type": "text"}]}}]}',
    'connectors[0].source.parameters[0].type is none of string, integer',
  ],
  [
    '{"connectors": [{"name": "a", "displayName": "A", "keyTypes": [], "keyRequired": true, "source": {"parameters": [{"name": "p", "type": "string", "required": true, "doc": "", "allowed": [null]}]}}]}',
    'connectors[0].source.parameters[0].allowed[0] is not a number',
  ],
])('%s is refused with the place of the mistake', (text, finding) => {
  expect(() => parseCatalog(text, 'c.json')).toThrow(UsageError);
  expect(() => parseCatalog(text, 'c.json')).toThrow(`c.json is not a catalog: ${finding}`);
});
