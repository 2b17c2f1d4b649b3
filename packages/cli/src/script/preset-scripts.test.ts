import { CONNECTORS } from '@switchboard/connectors/registry';
import { compile } from '@switchboard/language';
import { completionsAt } from '@switchboard/language/completion';
import { hoverAt } from '@switchboard/language/hover';
import { Workspace } from '@switchboard/language/workspace';
import type { Catalog } from '@switchboard/model/catalog';
import { describe, expect, it } from 'vitest';

const CATALOG: Catalog = {
  connectors: CONNECTORS.map(({ spec }) => spec),
  keys: [
    { name: 'ads', type: 'tiktok_ads', status: 'active' },
    { name: 'token', type: 'api_token', status: 'active' },
    { name: 'crm', type: 'salesforce', status: 'active' },
  ],
};

const TIKTOK = 'type: "tiktok_ads"; key: "ads"; advertiser_id: "7"; dimensions: "campaign_id"; metrics: ["spend"];';
const script = (block: string): string =>
  `download spend from { ${block} } using { campaign_id: string; spend: float; };\nupload spend to { type: "file"; path: "spend.csv"; };`;
const compiled = (block: string) => compile([{ path: 'a.sbs', text: script(block) }], CATALOG);

/** The labels offered, and what is shown, at the mark `|`. */
function edited(marked: string): { readonly labels: readonly string[]; readonly shown: string } {
  const text = script(marked);
  const offset = text.indexOf('|');
  const workspace = new Workspace(CATALOG);
  workspace.set('a.sbs', text.replace('|', ''));
  workspace.update();
  return {
    labels: completionsAt(workspace, 'a.sbs', offset).map(({ label }) => label),
    shown: JSON.stringify(hoverAt(workspace, 'a.sbs', offset)?.contents ?? null),
  };
}

describe('a script that names a preset', () => {
  it('compiles to a source with report dates, though no parameter names one', () => {
    const { messages, plan } = compiled(TIKTOK);
    expect(messages).toEqual([]);
    expect(plan?.sources[0]).toMatchObject({ connector: 'tiktok_ads', isDated: true });
    const query = compiled('type: "salesforce"; key: "crm"; query: "select Id from Lead";').plan?.sources[0];
    expect(query?.isDated).toBeUndefined();
  });

  it.each([
    [TIKTOK.replace('metrics', 'metric'), 'Did you mean metrics?'],
    [TIKTOK.replace('advertiser_id: "7";', ''), 'advertiser_id'],
    [TIKTOK.replace('key: "ads";', ''), 'key'],
    [TIKTOK.replace('"ads"', '"token"'), 'tiktok_ads'],
    [`${TIKTOK} report_type: "BASICS";`, 'BASIC'],
    [TIKTOK.replace('"7"', '7'), 'string'],
    [TIKTOK.replace('tiktok_ads', 'tiktok_add'), 'Did you mean tiktok_ads?'],
  ])('a script that names a preset is refused with the place and the fix: %s', (block, part) => {
    expect(
      compiled(block)
        .messages.map(({ message }) => message)
        .join('\n'),
    ).toContain(part);
  });

  it('a script that names a preset is completed and described as for other connectors', () => {
    expect(edited('type: "tiktok_ads"; |').labels).toEqual(
      expect.arrayContaining(['advertiser_id', 'dimensions', 'metrics', 'max_pages', 'key']),
    );
    expect(edited('type: "tiktok_ads"; report_type: "|";').labels).toContain('AUDIENCE');
    expect(edited('type: "tik|";').labels).toContain('tiktok_ads');
    expect(edited('type: "tiktok|_ads"; advertiser_id: "7";').shown).toContain('business-api.tiktok.com/portal/docs');
    expect(edited('type: "tiktok_ads"; advertiser|_id: "7";').shown).toContain('Id of the advertiser.');
  });
});
