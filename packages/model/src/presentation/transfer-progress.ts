import { abbreviateNumber, formatBytes } from '../format.ts';

type Amounts = { readonly rows: number | null; readonly bytes: number | null; readonly reports: number | null };
export type Progress = { readonly completed: Amounts; readonly estimated: Amounts };

export type ProgressView = {
  /** 0 to 100; null when the total is unknown. */
  readonly percent: number | null;
  readonly text: string;
};

const UNITS = ['rows', 'bytes', 'reports'] as const;

function amount(value: number, unit: (typeof UNITS)[number]): string {
  return unit === 'bytes' ? formatBytes(value) : abbreviateNumber(value);
}

/** The progress of a transfer by rows, bytes or reports, whichever is known first; at most 100%. Null when unknown. */
export function progressView(progress: Progress): ProgressView | null {
  for (const unit of UNITS) {
    const done = progress.completed[unit];
    const whole = progress.estimated[unit];
    if (done === null || whole === null || whole <= 0) continue;
    const percent = Math.min(100, Math.max(0, Math.floor((done / whole) * 100)));
    const suffix = unit === 'bytes' ? '' : ` ${unit}`;
    return { percent, text: `${percent}% · ${amount(done, unit)} of ${amount(whole, unit)}${suffix}` };
  }
  for (const unit of UNITS) {
    const done = progress.completed[unit];
    if (done === null || done <= 0) continue;
    return { percent: null, text: unit === 'bytes' ? amount(done, unit) : `${amount(done, unit)} ${unit}` };
  }
  return null;
}
