import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { expect, test } from 'vitest';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const UPLOADS = 200;
const names = Array.from({ length: UPLOADS }, (_, index) => `u${index}`);

const server = useGraphqlServer();
const account = useAccount(server, {
  sources: names.map((name) => buildSource(`${name}-source`)),
  uploads: names.map((name) => buildUpload(name, { sources: [`${name}-source`] })),
});
const { data } = useClient(server, account, ['beta_backfill']);

/** The query of the review before a launch. */
const PREVIEW = `{ preview_backfill(upload_names: ${JSON.stringify(names)}, start_datetime: "2026-01-01T00:00:00.000Z",
  end_datetime: "2026-01-30T23:59:59.000Z") { ... on BackfillPreview {
    dates { report_datetime { iso } pipelines expected { rows minutes unknown } uploads { name action reason delivered conflict { id title } } }
    counts { create skip conflict delivered downloads pipelines } expected { rows minutes unknown } without_history warnings conflicting_backfills { id title } } } }`;

type Preview = { readonly preview_backfill: { readonly counts: { readonly create: number } } };

test('previews 30 report dates of 200 uploads within a second of processor time', async () => {
  await data<Preview>(PREVIEW);
  const processorTime = startProcessorTime();
  const preview = await data<Preview>(PREVIEW);
  expect(preview.preview_backfill.counts.create).toBe(30 * UPLOADS);
  expect(processorTime()).toBeLessThan(1_000);
});
