import type { Plan, PlanUpload, Source } from '@switchboard/model/plan';
import type { Purpose } from '@switchboard/model/status/status';

/** The download that has just been completed, in this transaction. */
export type CompletedDownload = {
  readonly accountId: string;
  readonly downloadId: string;
  readonly changelistId: string;
  readonly purpose: Purpose;
  readonly source: Source;
  readonly reportDate: string | null;
  /** Whether a person waits for it, and so for what is made of it. */
  readonly interactive?: boolean;
};

/** A loaded source table that a flow may read. */
export type AvailablePart = {
  readonly partId: string;
  readonly downloadId: string;
  /** The source table's name. */
  readonly table: string;
};

/** One flow that is due: uploads that share inputs, and the parts they read. */
export type DueFlow = {
  readonly reportDate: string | null;
  readonly uploads: readonly DueUpload[];
  readonly parts: readonly AvailablePart[];
  /** The same uploads of the same changelist from the same parts have the same identity. */
  readonly identity: string;
};

export type DueUpload = { readonly name: string; readonly parts: readonly AvailablePart[] };

/** Groups uploads that share an input, directly or through others. Order is kept. @param inputsOf ids of an upload's inputs */
export function connectedUploads<Upload>(
  uploads: readonly Upload[],
  inputsOf: (upload: Upload) => readonly string[],
): Upload[][] {
  const groups: { readonly members: Upload[]; readonly inputs: Set<string> }[] = [];
  for (const upload of uploads) {
    const inputs = inputsOf(upload);
    const touching = groups.filter((group) => inputs.some((input) => group.inputs.has(input)));
    const merged = {
      members: [...touching.flatMap((group) => group.members), upload],
      inputs: new Set([...touching.flatMap((group) => [...group.inputs]), ...inputs]),
    };
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.map((group) => group.members);
}

/**
 * The flows that these uploads are due for at one report date: each upload whose every input is there, uploads that
 * share inputs in one flow.
 * @param available the newest part of each source table for this date, and the newest at all of sources without dates
 */
export function dueFlows(input: {
  readonly plan: Plan;
  readonly changelistId: string;
  readonly purpose: Purpose;
  readonly reportDate: string | null;
  readonly uploads: readonly PlanUpload[];
  readonly available: readonly AvailablePart[];
}): DueFlow[] {
  const parts = new Map(input.available.map((part) => [part.table, part]));
  const due = input.uploads.flatMap((upload): DueUpload[] => {
    const needed = upload.sourceTables.map((table) => parts.get(table));
    const found = needed.filter((part) => part !== undefined);
    return found.length === needed.length && found.length > 0 ? [{ name: upload.name, parts: found }] : [];
  });
  return connectedUploads(due, ({ parts: own }) => own.map(({ partId }) => partId)).map((uploads) => {
    const all = new Map(uploads.flatMap((upload) => upload.parts).map((part) => [part.partId, part]));
    const sorted = [...all.values()].sort((a, b) => (a.partId < b.partId ? -1 : 1));
    const names = uploads.map((upload) => upload.name).sort();
    const identity = JSON.stringify([
      input.changelistId,
      input.purpose,
      input.reportDate,
      names,
      sorted.map((part) => part.partId),
    ]);
    return { reportDate: input.reportDate, uploads, parts: sorted, identity };
  });
}
