import type { Plan, PlanUpload, Source } from '@switchboard/model/plan';
import { UsageError } from '../exit.ts';

export type Needed = { readonly sources: readonly Source[]; readonly uploads: readonly PlanUpload[] };

/** Selects the work of a run: everything, or only some uploads with the sources that they need. Throws UsageError. */
export function neededFor(plan: Plan, only: readonly string[]): Needed {
  if (only.length === 0) return plan;
  const uploads = only.map((name) => {
    const found = plan.uploads.find((upload) => upload.name === name);
    if (found) return found;
    const known = plan.uploads.map((upload) => upload.name).join(', ') || 'none';
    throw new UsageError(`There is no upload ${name}. The script's uploads: ${known}.`);
  });
  const names = new Set(uploads.flatMap((upload) => upload.sources));
  return { uploads: [...new Set(uploads)], sources: plan.sources.filter((source) => names.has(source.name)) };
}
