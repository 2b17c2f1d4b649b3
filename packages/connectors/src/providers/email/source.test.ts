import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import { describe, expect, it } from 'vitest';
import { chooseFiles } from '../../listing/date-files.ts';
import type { SourceRequest } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { holdMail, type MailToHold } from '../../testing/mail.ts';
import { source } from './source.ts';

const FIRST = '0199a5de-0000-7000-8000-000000000001';
const SECOND = '0199a5de-0000-7000-8000-000000000002';

const requestOf = (parameters: Parameters): SourceRequest => ({
  name: 'ads',
  parameters: { path: 'reports', ...parameters },
  key: null,
  reportDate: null,
  state: null,
});

/** Fetches the files that a declaration takes, for report dates from the third to the fifth of March. */
async function take(files: readonly MailToHold[], parameters: Parameters = {}, isDated = true) {
  const request = { ...requestOf(parameters), dates: isDated ? ['2026-03-03', '2026-03-04', '2026-03-05'] : null };
  // Files of equal content count once.
  const held = files.map((file, index) => ({ content: `file ${index}`, ...file }));
  const listed = await source.list?.(request, buildContext({ mail: holdMail(held) }));
  return chooseFiles({ ...request, timezone: 'UTC', now: Date.now() }, listed ?? []);
}
const shown = async (files: readonly MailToHold[], parameters: Parameters = {}, isDated = true) =>
  (await take(files, parameters, isDated)).files.map(
    ({ path, reportDate }) => `${path.replace(/[0-9a-f-]{30,}/, '#')} ${reportDate}`,
  );

describe('files of mails', () => {
  it('files of mails are dated by the subject, and by the receipt of the mail without a date in it', async () => {
    const files = [
      { subject: 'Report of 2026-03-03', name: 'a.csv' },
      { subject: 'Report', name: 'b.csv' },
      { subject: 'Report of 2026-02-01', name: 'c.csv' },
    ];
    const parameters = { subject_datetime_pattern: 'YYYY-MM-DD' };
    expect(await shown(files, parameters)).toEqual(['reports/#/a.csv 2026-03-03']);
    expect((await take(files, parameters)).undated).toEqual([`reports/${FIRST}/b.csv`]);
    expect(await shown(files, { ...parameters, delivery_delay_days: 1 })).toEqual([
      'reports/#/a.csv 2026-03-03',
      'reports/#/b.csv 2026-03-03',
    ]);
  });

  it('files of mails are dated by their own name before the subject', async () => {
    const parameters = { subject_datetime_pattern: 'YYYY-MM-DD', datetime_pattern: 'YYYYMMDD' };
    expect(await shown([{ subject: '2026-03-05', name: 'a_20260304.csv' }], parameters)).toEqual([
      'reports/#/a_20260304.csv 2026-03-04',
    ]);
  });

  it('files of mails are those at the path, and with a pattern those below it, too', async () => {
    const files = [
      { path: 'reports', name: 'a.csv' },
      { path: 'reports/eu', name: 'b.csv' },
      { path: 'reports-2', name: 'c.csv' },
    ];
    expect(await shown(files, {}, false)).toEqual(['reports/#/a.csv null']);
    expect(await shown(files, { pattern: '*.csv' }, false)).toEqual(['reports/#/a.csv null']);
    expect(await shown(files, { pattern: '**/*.csv' }, false)).toEqual([
      'reports/#/a.csv null',
      'reports/eu/#/b.csv null',
    ]);
  });

  it('files of mails are attachments, or the text of the mail, or what a pattern chooses of its bodies', async () => {
    const files = [
      { name: 'a.csv' },
      { kind: 'text', name: 'body.txt' },
      { kind: 'html', name: 'body.html' },
      { mailId: SECOND, kind: 'html', name: 'body.html', subject: 'Report of March' },
    ] as const;
    expect(await shown(files, {}, false)).toEqual(['reports/#/a.csv null']);
    const bodies = (await take(files, { content: 'body' }, false)).files.map(({ path }) => path);
    expect(bodies).toEqual([`reports/${FIRST}/body.txt`, `reports/${SECOND}/body.html`]);
    expect(await shown(files, { content: 'body', pattern: '*.html' }, false)).toEqual([
      'reports/#/body.html null',
      'reports/#/body.html null',
    ]);
  });

  it('a content counts once for each report date, with same_name all for each name, and of files of one name the newest', {
    tags: 'case:mail-resent-doubles',
  }, async () => {
    const at = (hour: number) => Date.UTC(2026, 2, 4, hour);
    const mails = [
      { mailId: FIRST, content: 'a,1', received: at(8) },
      { mailId: SECOND, content: 'a,2', received: at(9) },
      { mailId: '0199a5de-0000-7000-8000-000000000003', content: 'a,1', received: at(10) },
      { mailId: '0199a5de-0000-7000-8000-000000000004', content: 'a,2', name: 'copy.csv', received: at(11) },
    ];
    const taken = async (parameters: Parameters, isDated = true) => {
      const { files, leftOut } = await take(mails, { delivery_delay_days: 0, ...parameters }, isDated);
      return [files.map(({ path }) => path.at(-8)), leftOut.map(({ reason }) => reason)];
    };
    for (const isDated of [true, false]) {
      expect(await taken({}, isDated)).toEqual([['2'], ['repeated', 'repeated', 'replaced']]);
      expect(await taken({ same_name: 'all' }, isDated)).toEqual([['1', '2', 'c'], ['repeated']]);
    }
    const dates = ['2026-03-03', '2026-03-04'];
    const daily = dates.map((date, day) => ({
      mailId: [FIRST, SECOND][day] ?? '',
      subject: date,
      received: Date.parse(date),
    }));
    expect((await take(daily, { subject_datetime_pattern: 'YYYY-MM-DD' })).files).toHaveLength(2);
    expect((await take(daily, {}, false)).files).toHaveLength(2);
  });

  it('logos, signatures and invitations are no reports, unless the filter names them', async () => {
    const files = [
      { name: 'a.csv' },
      ...['logo.png', 'smime.p7s', 'signature.asc', 'winmail.dat', 'invite.ics'].map((name) => ({ name })),
      { name: 'part-2', contentType: 'image/gif' },
      { name: 'part-3', contentType: 'application/pgp-signature' },
    ];
    expect(await shown(files, {}, false)).toEqual(['reports/#/a.csv null']);
    expect(await shown(files, { pattern: '*' }, false)).toEqual(['reports/#/a.csv null']);
    expect(await shown(files, { regex: String.raw`\.asc$` }, false)).toEqual(['reports/#/signature.asc null']);
  });

  it.each(['/reports', 'reports/', 'a/../b', 'a//b', ''])('the path "%s" is refused', async (path) => {
    await expect(take([], { path })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
  });
});

describe('fetching', () => {
  const wanted = { path: `reports/${FIRST}/in.csv`, size: 8, modified: null, checksum: null };
  const fetch = async (file: Partial<typeof wanted> | { readonly checksum: string }) => {
    const context = buildContext({ mail: holdMail([{}]) });
    const answer = await source.fetch({ ...requestOf({}), files: [{ ...wanted, ...file }] }, context);
    if (answer.kind !== 'files') throw new Error('expected files');
    const read: string[] = [];
    for await (const each of answer.files) read.push(each.url, await text(each.body));
    return read;
  };

  it('reads a file whole', async () => {
    expect(await fetch({})).toEqual([`email:reports/${FIRST}/in.csv`, 'a,b\n1,2\n']);
  });

  it.each([`reports/${SECOND}/in.csv`, `reports/${FIRST}/other.csv`, 'reports/in.csv', 'in.csv'])(
    'reports that there is no file %s',
    { tags: 'case:missing' },
    async (path) => {
      await expect(fetch({ path })).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING' });
    },
  );

  it('reports other content under the name of a listed file', async () => {
    await expect(fetch({ checksum: 'other' })).rejects.toMatchObject({ code: 'SOURCE_FILE_CHANGED' });
  });
});
