import type { DoctorFinding, DoctorItem, DoctorReport } from '@switchboard/server';
import { type Colours, printable } from '../terminal/terminal.ts';

/** The report as a person reads it: problems first, then what is worth knowing, then what is fine in one line each. */
export function reportText(report: DoctorReport, colours: Colours): string {
  const of = (level: DoctorFinding['level']): readonly DoctorFinding[] =>
    report.findings.filter((finding) => finding.level === level);
  const [problems, notices, fine] = [of('problem'), of('notice'), of('fine')];
  const blocks = [
    `${report.database}, ${report.at}`,
    ...problems.map((finding) => block(finding, colours.red('✗'), report.at)),
    ...notices.map((finding) => block(finding, colours.yellow('!'), report.at)),
    fine.map(({ title }) => `${colours.green('✓')} ${printable(title)}: in order`).join('\n'),
    problems.length === 0
      ? colours.green('Nothing is stuck.')
      : colours.red(`${problems.length} problem${problems.length === 1 ? '' : 's'}.`),
  ];
  return `${blocks.filter((text) => text !== '').join('\n\n')}\n`;
}

function block(finding: DoctorFinding, mark: string, at: string): string {
  const { title, total, items, todo } = finding;
  const more = total - items.length;
  return [
    `${mark} ${printable(title)}: ${total}`,
    ...items.map((item) => line(item, at)),
    ...(more > 0 ? [`    … and ${more} more`] : []),
    ...(todo === null ? [] : [`    → ${printable(todo)}`]),
  ].join('\n');
}

function line({ account, what, why, since, todo }: DoctorItem, at: string): string {
  const age = since === null ? '' : ` (for ${duration(Date.parse(at) - Date.parse(since))})`;
  const text = `    ${account === null ? '' : `${account}: `}${what}: ${why}${age}${todo === null ? '' : `. ${todo}`}`;
  return printable(text.replace(/\.\. /, '. '));
}

function duration(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`;
}
