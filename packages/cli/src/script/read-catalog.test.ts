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
  ['[]', 'Invalid input: expected object, received array'],
  ['null', 'Invalid input: expected object, received null'],
  ['{"keys": {}}', 'keys: Invalid input: expected array'],
  ['{"keys": [7]}', 'keys[0]: Invalid input: expected object'],
  [
    '{"keys": [{"name": "a", "type": "b", "status": "lost"}]}',
    'keys[0].status: Invalid option: expected one of "active"|"suspended"|"archived"',
  ],
  ['{"connectors": [{"name": 1}]}', 'connectors[0].name: Invalid input: expected string'],
  [
    '{"connectors": [{"name": "a", "displayName": "A", "keyTypes": [1], "keyRequired": true}]}',
    'connectors[0].keyTypes[0]: Invalid input: expected string',
  ],
  [
    '{"connectors": [{"name": "a", "displayName": "A", "keyTypes": [], "keyRequired": true, "source": {"parameters": [{"name": "p", "type": "text"}]}}]}',
    'connectors[0].source.parameters[0].type: Invalid option: expected one of "string"|"integer"',
  ],
  [
    '{"connectors": [{"name": "a", "displayName": "A", "keyTypes": [], "keyRequired": true, "source": {"parameters": [{"name": "p", "type": "string", "required": true, "doc": "", "allowed": [null]}]}}]}',
    'connectors[0].source.parameters[0].allowed[0]: Invalid input',
  ],
])('%s is refused with the place of the mistake', (text, finding) => {
  expect(() => parseCatalog(text, 'c.json')).toThrow(UsageError);
  expect(() => parseCatalog(text, 'c.json')).toThrow(`c.json is not a catalog: ${finding}`);
});
