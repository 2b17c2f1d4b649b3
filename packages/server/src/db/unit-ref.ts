export type UnitKind = 'download' | 'flow' | 'upload';

/** Names one unit of work: the primary key of its row. */
export type UnitRef = { readonly accountId: string; readonly unitId: string };
