import { abbreviateNumber, fullNumber } from '@switchboard/model/format';
import type { MailText } from '../../identity/mail/mail-transport.ts';
import { escapeHtml } from '../../identity/sign-in/sign-in-page.ts';
import { SummaryFacts } from './summary-facts.ts';
import { plural, type SummarySection, summarySections } from './summary-sections.ts';

/** Mail programs ignore fonts and variables: each colour is written where it is used, and again for a dark background. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#f7f8fa}
.page{background:#f7f8fa}
.card{background:#ffffff;border:1px solid #e4e7ec;border-radius:8px}
.text,a.text{color:#15181e}
.dim{color:#545c6a}
.link{color:#4853d6}
.error{color:#bd2429}.warning{color:#8a5300}.neutral{color:#545c6a}
.line{border-top:1px solid #e4e7ec}
.tile{font-size:22px;line-height:28px;font-weight:600}
@media (max-width:480px){.pad{padding-left:16px!important;padding-right:16px!important}.tile{font-size:18px!important;line-height:24px!important}}
@media (prefers-color-scheme:dark){
body,.page{background:#14161b!important}
.card{background:#191c22!important;border-color:#2b3039!important}
.text,a.text{color:#e8eaee!important}
.dim,.neutral{color:#a7afbb!important}
.link{color:#9aa2ff!important}
.error{color:#ff8a8a!important}.warning{color:#f0b45c!important}
.line{border-color:#2b3039!important}
}`;

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const dayText = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

/** An instant in the timezone of the summary: `25 Nov, 08:00`. */
const instantText = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(instant));

const SUBJECT_PARTS: Readonly<Record<string, string>> = {
  Failed: 'failed',
  Late: 'late',
  'Expected to be late': 'expected to be late',
  Waiting: 'waiting',
};

function subjectOf(facts: SummaryFacts, sections: readonly SummarySection[]): string {
  const parts = sections.flatMap(({ title, count }) => {
    const word = SUBJECT_PARTS[title];
    return word === undefined ? [] : [`${fullNumber(count)} ${word}`];
  });
  return `${facts.account.name}: ${parts.length === 0 ? 'nothing failed, nothing is late' : parts.join(', ')} · ${facts.day}`;
}

/** Writes the mail of a summary. @param stored the facts, as they were stored @param publicUrl origin of the console */
export function writeSummaryMail(stored: unknown, publicUrl: string): MailText {
  const facts = SummaryFacts.parse(stored);
  const base = `${publicUrl}/app/${encodeURIComponent(facts.account.urlName)}`;
  const sections = summarySections(facts, base);
  const subject = subjectOf(facts, sections);
  return { subject, text: textOf(facts, sections, base), html: htmlOf(facts, sections, { base, subject }) };
}

const QUIET = 'Nothing failed, nothing is late and nothing waits.';

const windowText = ({ since, through, timezone }: SummaryFacts): string =>
  `${instantText(since, timezone)} to ${instantText(through, timezone)} ${timezone}`;

const reasonText = ({ account }: SummaryFacts): string =>
  `Switchboard sends this because your address is among the recipients of the daily summary of ${account.name}. Administrators change them in the settings of the account.`;

function textOf(facts: SummaryFacts, sections: readonly SummarySection[], base: string): string {
  const { account, day, downloads, uploads, dirty } = facts;
  return [
    `Daily summary of ${account.name}`,
    dayText(day),
    windowText(facts),
    '',
    `${plural(downloads.completed, 'download')} completed, ${plural(downloads.rows, 'row')}.`,
    `${plural(uploads.completed, 'upload')} completed, ${plural(uploads.rows, 'row')}.`,
    `${plural(dirty.rows, 'dirty row')}.`,
    ...(sections.length === 0 ? ['', QUIET] : []),
    ...sections.flatMap(({ title, count, lines, more, url }) => [
      '',
      `${title.toUpperCase()} (${fullNumber(count)})`,
      ...lines.map(({ name, text }) => `- ${name}: ${text}`),
      ...(more > 0 ? [`- and ${fullNumber(more)} more`] : []),
      url,
    ]),
    '',
    'Open Switchboard:',
    `${base}/dashboard`,
    '',
    reasonText(facts),
    '',
  ].join('\n');
}

type Page = { readonly base: string; readonly subject: string };

function htmlOf(facts: SummaryFacts, sections: readonly SummarySection[], { base, subject }: Page): string {
  const { account, day, downloads, uploads, dirty } = facts;
  const tiles = [
    ['Downloads', downloads.completed],
    ['Uploads', uploads.completed],
    ['Rows sent', uploads.rows],
    ['Dirty rows', dirty.rows],
  ] as const;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="${FONT};font-size:14px;line-height:20px">
<tr><td align="center" style="padding:24px 8px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;text-align:left;border-collapse:separate">
<tr><td class="pad" style="padding:24px 28px 16px">
<h1 class="text" style="margin:0;font-size:19px;line-height:26px;font-weight:600">Daily summary of ${escapeHtml(account.name)}</h1>
<p class="dim" style="margin:2px 0 0">${dayText(day)}<br>${escapeHtml(windowText(facts))}</p>
</td></tr>
<tr><td class="pad" style="padding:0 28px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed"><tr>
${tiles.map(([label, value]) => `<td valign="top"><div class="tile text">${compact(value)}</div><div class="dim" style="font-size:12px;line-height:16px">${label}</div></td>`).join('\n')}
</tr></table>
</td></tr>
${sections.length === 0 ? `<tr><td class="pad line text" style="padding:16px 28px">${QUIET}</td></tr>` : sections.map(sectionHtml).join('\n')}
<tr><td class="pad line" style="padding:16px 28px 20px">
<a class="link" href="${escapeHtml(`${base}/dashboard`)}" style="font-weight:600">Open Switchboard</a>
<p class="dim" style="margin:12px 0 0;font-size:12px;line-height:16px">${escapeHtml(reasonText(facts))}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Numbers of six digits and more do not fit a tile of a narrow page. */
const compact = (value: number): string => (value < 100_000 ? fullNumber(value) : abbreviateNumber(value));

function sectionHtml({ title, symbol, tone, count, lines, more, url }: SummarySection): string {
  return `<tr><td class="pad line" style="padding:16px 28px">
<h2 style="margin:0 0 8px;font-size:14px;line-height:20px;font-weight:600"><span class="${tone}"><span aria-hidden="true">${symbol}</span> ${title}</span> <span class="dim" style="font-weight:400">${fullNumber(count)}</span></h2>
${lines
  .map(
    ({ name, url: link, text }) =>
      `<p style="margin:0 0 8px;overflow-wrap:anywhere"><a class="text" href="${escapeHtml(link)}" style="font-weight:600">${escapeHtml(name)}</a><br><span class="dim">${escapeHtml(text)}</span></p>`,
  )
  .join('\n')}
<p style="margin:0"><a class="link" href="${escapeHtml(url)}">${more > 0 ? `Open the list, ${fullNumber(more)} more` : 'Open the list'}</a></p>
</td></tr>`;
}
