import type { Page } from 'playwright-core';

/** The account that is measured. */
export const ACCOUNT = { urlName: 'editor-bench', name: 'Editor bench' };

const FOLDER_SIZE = 25;
/** Files of one request. */
const BATCH = 1_000;

/** A file with a download, a table and an upload. Files read the downloads of their neighbours. */
function fileText(index: number, count: number): string {
  return `// Report ${index}.
download clicks_${index} from { type: "file"; path: "clicks-${index}-{YYYY-MM-DD}.csv"; } using {
    site: string;
    clicks: integer;
    cost: decimal(18, 2);
};

table totals_${index} is
    select a.site, a.clicks, b.cost
    from clicks_${index} as a join clicks_${(index + 1) % count} as b on a.site = b.site;

upload totals_${index} to { type: "file"; path: "totals-${index}/{YYYY-MM-DD}.csv"; };
`;
}

export const pathOf = (index: number): string => `team_${Math.floor(index / FOLDER_SIZE)}/report_${index}.sbs`;

export type Ask = <Data>(query: string, variables: object) => Promise<Data>;

/** Sends requests as the person who is signed in. */
export async function openApi(page: Page, url: string): Promise<Ask> {
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/graphql'));
  await page.goto(`${url}/app/${ACCOUNT.urlName}/keys`);
  const { authorization = '' } = await (await sent).allHeaders();
  return async <Data>(query: string, variables: object) => {
    const answer = await page.request.post(`${url}/api/graphql`, {
      headers: { authorization, 'account-uri': ACCOUNT.urlName, 'request-id': crypto.randomUUID() },
      data: { query, variables },
      timeout: 120_000,
    });
    const { data, errors } = (await answer.json()) as { data?: Data | null; errors?: unknown };
    if (!data) throw new Error(JSON.stringify(errors));
    return data;
  };
}

const BRANCH =
  'mutation ($description: String!) { made: branch_changelist(description: $description) { ... on Changelist { id version } } }';
const SAVE = `mutation ($id: ID!, $version: Int!, $files: [ChangelistFileInput!]!, $action: String) {
  saved: save_changelist(changelist_id: $id, version: $version, changelist: { files: $files }, action: $action) {
    __typename
    ... on SaveChangelistOk { changelist { version } }
  }
}`;

/** Makes a draft of so many files. @returns its id */
export async function makeDraft(ask: Ask, count: number, texts: readonly string[] | null = null): Promise<string> {
  const { made } = await ask<{ made: { id: string; version: number } }>(BRANCH, { description: `${count} files` });
  let version = made.version;
  for (let first = 0; first < count; first += BATCH) {
    const files = Array.from({ length: Math.min(BATCH, count - first) }, (_, at) => ({
      path: pathOf(first + at),
      text: texts?.[first + at] ?? fileText(first + at, count),
    }));
    const action = texts === null ? null : 'publish';
    const { saved } = await ask<{ saved: { __typename: string; changelist?: { version: number } } }>(SAVE, {
      ...made,
      version,
      files,
      action,
    });
    if (saved.changelist === undefined) throw new Error(`The draft was not saved: ${saved.__typename}`);
    version = saved.changelist.version;
  }
  return made.id;
}

/** Publishes a script in which one download leads to so many uploads. */
export async function publishUploads(ask: Ask, count: number): Promise<void> {
  const uploads = Array.from(
    { length: count },
    (_, index) =>
      `table shared_${index} is select site from shared;
upload shared_${index} to { type: "file"; path: "shared-${index}/{YYYY-MM-DD}.csv"; };`,
  );
  const download =
    'download shared from { type: "file"; path: "shared-{YYYY-MM-DD}.csv"; lookback_days: 30; } using { site: string; };';
  await makeDraft(ask, 1, [`${download}\n${uploads.join('\n')}\n`]);
}
