import { ask, createHttpBrowser, signInByForm } from '@switchboard/server/testing';
import type { Account } from './account.ts';
import type { ProgramSettings } from './program.ts';

/** A person who may do everything in every account. */
export const PERSON = 'operator@faults.example';

const DAY = 86_400_000;

/** Launches a backfill or a test run as the console does. Throws when it is refused. */
export async function launch(settings: ProgramSettings, account: Account): Promise<void> {
  const url = `http://127.0.0.1:${settings.port}`;
  const token = (await signInByForm(createHttpBrowser(url), url, PERSON)).access_token;
  const text = account.work === 'backfill' ? backfill() : testRun(account.draftId ?? '');
  const { data, errors } = await ask({ url }, { token, account: account.urlName }, text);
  const [answer] = Object.values((data ?? {}) as Record<string, { readonly __typename: string }>);
  if (errors.length > 0 || !answer || !['Backfill', 'SaveChangelistOk'].includes(answer.__typename))
    throw new Error(`The launch was refused: ${JSON.stringify({ data, errors })}`);
}

function backfill(): string {
  const day = (back: number): string => `${new Date(Date.now() - back * DAY).toISOString().slice(0, 10)}T00:00:00.000Z`;
  return `mutation { launch_backfill(upload_names: ["daily", "sites"], title: "Kill", start_datetime: "${day(5)}",
    end_datetime: "${day(2)}") { __typename ... on InvalidBackfillError { field message } } }`;
}

const testRun = (draftId: string): string => `mutation { save_changelist(changelist_id: "${draftId}", action: "proof",
  test_exports: ["daily", "sites", "kept"]) { __typename ... on ConflictError { message } } }`;
