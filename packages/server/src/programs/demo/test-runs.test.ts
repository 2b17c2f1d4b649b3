import { CONNECTORS } from '@switchboard/connectors';
import { compile } from '@switchboard/language';
import { describe, expect, it } from 'vitest';
import { demoScripts, REJECTED_KEY, SAMPLE_KEY } from './scripts.ts';
import { DEMO_DRAFTS } from './test-runs.ts';

const key = (name: string, type: string) => ({ id: name, name, type, status: 'active' as const, formerNames: [] });
const CATALOG = {
  connectors: CONNECTORS.map(({ spec }) => spec),
  keys: [key(SAMPLE_KEY, 'api_token'), key(REJECTED_KEY, 'api_token'), key('warehouse', 'sql')],
};

describe('the drafts of the demo', () => {
  it.each(DEMO_DRAFTS)('change a file of its script and compile: $description', ({ path, edit, uploads }) => {
    const published = demoScripts('acme', { providerUrl: 'http://127.0.0.1:1', days: 3 });
    const edited = published.map((file) => (file.path === path ? { path, text: edit(file.text) } : file));
    expect(edited).not.toEqual(published);
    const { plan, messages } = compile(edited, CATALOG);
    expect(messages.filter(({ type }) => type === 'error' || type === 'warning')).toEqual([]);
    expect(plan?.uploads.map(({ name }) => name)).toEqual(expect.arrayContaining([...uploads]));
  });
});
