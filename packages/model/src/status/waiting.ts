import type { Purpose } from './status.ts';

/** Facts that decide why a unit is not running. Times are epoch milliseconds. */
export type WaitFacts = {
  readonly kind: 'download' | 'flow' | 'upload';
  readonly purpose: Purpose;
  readonly state: 'ready' | 'running' | 'waiting' | 'held';
  readonly accountActive: boolean;
  /** The download or upload declaration that it belongs to; null for flows. */
  readonly declaration: { readonly name: string; readonly status: string; readonly reason: string | null } | null;
  /** The key that its declaration names; null when it needs none. */
  readonly key: { readonly name: string; readonly status: string | null } | null;
  /** Whether it waits for a report that the provider is making. */
  readonly requested: boolean;
  /** Whether it waits until a file is found, with the time of the next probe; null when it does not. */
  readonly files: { readonly nextProbe: number | null } | null;
  /** Retries made. */
  readonly retryCount: number;
  /** Attempts in all, the first included. */
  readonly retryLimit: number;
  readonly nextTry: number | null;
  readonly leaseUntil: number | null;
  /** The freeze that keeps an upload from replacing what was delivered, with its dates in words; null without one. */
  readonly frozen: { readonly id: string; readonly dates: string } | null;
  /** Inputs that a held flow or upload waits for, by name and status. */
  readonly inputs: readonly { readonly name: string; readonly status: string }[];
  /** Units of the account, and of those that use the key, that run now, with how many may. */
  readonly accountSlots: Slots;
  readonly keySlots: Slots | null;
};

export type Slots = { readonly running: number; readonly limit: number };

/** Causes that can block a unit: a suspended or missing thing, files that are not there yet, a freeze, or a concurrency limit. */
export const BLOCK_KINDS = [
  'account',
  'source',
  'upload',
  'key',
  'files',
  'freeze',
  'account_slot',
  'key_slot',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The cause that blocks a unit: a kind, and the source, upload or key of that name, or the freeze of that id; the account needs none. */
export type Block =
  | { readonly kind: 'account' | 'account_slot'; readonly name: null }
  | { readonly kind: Exclude<BlockKind, 'account' | 'account_slot'>; readonly name: string };

export const WAIT_REASONS = [
  'running',
  'account_deactivated',
  'source_suspended',
  'upload_suspended',
  'source_paused',
  'upload_paused',
  'key_missing',
  'key_suspended',
  'key_paused',
  'frozen',
  'requested',
  'checking_files',
  'retry_scheduled',
  'inputs_missing',
  'processing',
  'account_limit',
  'key_limit',
  'queued',
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Why a unit is not running, or that it is. */
export type Waiting = {
  readonly reason: WaitReason;
  /** Name of the thing it waits for; null when it waits only for a slot or a time. */
  readonly waitsFor: string | null;
  /** When it is checked again, epoch milliseconds; null when only a change elsewhere can free it. */
  readonly nextCheck: number | null;
  /** Advice for a person; null when it continues without help. */
  readonly action: string | null;
  /** Cause of the block, so that the fix finds the units it blocks. */
  readonly blockedBy: Block | null;
  /** The units that have the slots it waits for, with how many may; null when it waits for no slot. */
  readonly slots: Slots | null;
};

/** How a unit that is not running is shown: queued for a worker or a slot, waiting for others, or blocked until a person acts. */
export type WaitState = 'queued' | 'waiting' | 'blocked';

const WAIT_STATES: Readonly<Record<WaitReason, WaitState | null>> = {
  running: null,
  account_deactivated: 'blocked',
  source_suspended: 'blocked',
  upload_suspended: 'blocked',
  source_paused: 'blocked',
  upload_paused: 'blocked',
  key_missing: 'blocked',
  key_suspended: 'blocked',
  key_paused: 'blocked',
  frozen: 'blocked',
  requested: 'waiting',
  checking_files: 'waiting',
  retry_scheduled: 'waiting',
  inputs_missing: 'waiting',
  processing: 'waiting',
  account_limit: 'queued',
  key_limit: 'queued',
  queued: 'queued',
};

/** How a reason is shown; null for a unit that runs, and for a reason that is not known. */
export function waitState(reason: string): WaitState | null {
  const states: Readonly<Record<string, WaitState | null>> = WAIT_STATES;
  return states[reason] ?? null;
}

/** Whether it waits for a worker or a slot alone. */
export const isQueued = (reason: WaitReason): boolean => WAIT_STATES[reason] === 'queued';

/** Whether a worker may start it now. */
export function mayStart(waiting: Waiting): boolean {
  return waiting.reason === 'queued' || waiting.reason === 'retry_scheduled' || waiting.reason === 'requested';
}

const free = { waitsFor: null, nextCheck: null, action: null, blockedBy: null, slots: null };

/** A suspension or pause of the published declaration stops its scheduled runs; what people launch themselves goes on. */
function suspension(facts: WaitFacts): Waiting | null {
  const { declaration, key } = facts;
  const stopped = declaration?.status === 'suspended' || declaration?.status === 'paused' ? declaration : null;
  if (stopped !== null && facts.purpose === 'production') {
    const [noun, kind] = facts.kind === 'upload' ? (['upload', 'upload'] as const) : (['download', 'source'] as const);
    const isPaused = stopped.status === 'paused';
    return {
      ...free,
      reason: `${kind}_${isPaused ? 'paused' : 'suspended'}`,
      waitsFor: stopped.name,
      action: `${isPaused ? 'Resume' : 'Unsuspend'} the ${noun} ${stopped.name}.`,
      blockedBy: { kind, name: stopped.name },
    };
  }
  // A test run's script may use other keys than the published one; its attempt says so if one is missing.
  if (key === null || key.status === 'active' || facts.purpose === 'proof') return null;
  return { ...free, ...ofKey(key.name, key.status), waitsFor: key.name, blockedBy: { kind: 'key', name: key.name } };
}

/** @param status null for a key that is archived or does not exist */
function ofKey(name: string, status: string | null): Pick<Waiting, 'reason' | 'action'> {
  if (status === null || status === 'archived')
    return { reason: 'key_missing', action: `The key ${name} is archived. Publish the script with another key.` };
  if (status === 'paused') return { reason: 'key_paused', action: `Resume the key ${name}.` };
  return { reason: 'key_suspended', action: `Reconnect or unsuspend the key ${name}.` };
}

/** The part of a flow that its uploads wait for, by the status of the flow. */
const FLOW_PARTS: Readonly<Record<string, string>> = { SOURCING: 'its downloads', PENDING: 'queued processing' };

function heldFor(facts: WaitFacts): Waiting {
  const open = facts.inputs
    .map(({ name, status }) => (facts.kind === 'upload' ? (FLOW_PARTS[status] ?? name) : `${name} (${status})`))
    .join(', ');
  const failed = facts.inputs.filter((input) => input.status === 'failed').map((input) => input.name);
  return {
    ...free,
    reason: facts.kind === 'upload' ? 'processing' : 'inputs_missing',
    waitsFor: open === '' ? null : open,
    action: failed.length === 0 ? null : `Retry or abandon ${failed.join(', ')}.`,
  };
}

function full(slots: Slots | null): boolean {
  return slots !== null && slots.running >= slots.limit;
}

/**
 * Why a unit that is not over is not running, what it waits for, when it is checked next and what would free it.
 * The engine starts a unit exactly when this allows it, and people are shown the same answer.
 */
export function whyWaiting(facts: WaitFacts): Waiting {
  if (facts.state === 'running') return { ...free, reason: 'running', nextCheck: facts.leaseUntil };
  if (!facts.accountActive) {
    return {
      ...free,
      reason: 'account_deactivated',
      action: 'Activate the account again.',
      blockedBy: { kind: 'account', name: null },
    };
  }
  const suspended = suspension(facts);
  if (suspended) return suspended;
  if (facts.frozen !== null && facts.inputs.length === 0) {
    return {
      ...free,
      reason: 'frozen',
      waitsFor: facts.frozen.dates,
      action: 'Deliver it anyway, or unfreeze the dates.',
      blockedBy: { kind: 'freeze', name: facts.frozen.id },
    };
  }
  if (facts.state === 'held' && facts.files !== null) {
    return {
      ...free,
      reason: 'checking_files',
      waitsFor: 'a file at the source',
      nextCheck: facts.files.nextProbe,
      blockedBy: facts.declaration && { kind: 'files', name: facts.declaration.name },
    };
  }
  if (facts.state === 'held' && facts.inputs.length > 0) return heldFor(facts);
  if (facts.state === 'waiting') {
    const retry = facts.requested ? null : `retry ${facts.retryCount} of ${facts.retryLimit - 1}`;
    return {
      ...free,
      reason: facts.requested ? 'requested' : 'retry_scheduled',
      waitsFor: facts.requested ? 'the report that the provider is making' : retry,
      nextCheck: facts.nextTry,
    };
  }
  if (facts.key !== null && full(facts.keySlots)) {
    return {
      ...free,
      reason: 'key_limit',
      waitsFor: `a free slot for key ${facts.key.name}`,
      blockedBy: { kind: 'key_slot', name: facts.key.name },
      slots: facts.keySlots,
    };
  }
  if (full(facts.accountSlots)) {
    return {
      ...free,
      reason: 'account_limit',
      waitsFor: 'a free slot of the account',
      blockedBy: { kind: 'account_slot', name: null },
      slots: facts.accountSlots,
    };
  }
  return { ...free, reason: 'queued' };
}
