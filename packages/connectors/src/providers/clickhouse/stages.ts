import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { DeliveryRequest } from '../../spec.ts';
import { ask, type Clickhouse, run } from './call-clickhouse.ts';
import { literal } from './quote.ts';
import { DROP_SETTINGS, dropStage } from './statements.ts';
import type { Target } from './target.ts';

const PREFIX = '_switchboard_stage_';
/** A stage that a crash left is dropped after this time. */
const EXPIRES_SECONDS = 24 * 3600;
const WAIT_MS = 60_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
const DROP_SILENCE_MS = 600_000;
const CLEAN_UP_MS = 5_000;

/** Epoch, fence and attempt of a stage: which of two deliveries is the newer one. */
type Rank = readonly [epoch: number, fence: number, attempt: number];

/** The name of a stage. It says to which upload and date it belongs, and how new it is. */
export const stageName = ({ ledgerId }: Target, { epoch, fence, attempt }: DeliveryRequest): string =>
  `${PREFIX}${ledgerId}_${epoch}_${fence}_${attempt}_${randomUUID().slice(0, 8)}`;

const rankOf = (stage: string): Rank => {
  const [epoch = 0, fence = 0, attempt = 0] = stage.slice(PREFIX.length).split('_').slice(1, 4).map(Number);
  return [epoch, fence, attempt];
};

function isNewer(one: Rank, other: Rank): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

/**
 * The stages of one upload and report date. A delivery can be committed only while its stage is there, so that dropping the stages of
 * older attempts is what fences them off.
 */
export function stagesOf(server: Clickhouse, target: Target, request: DeliveryRequest) {
  const own: Rank = [request.epoch, request.fence, request.attempt];

  async function list(): Promise<readonly { readonly name: string; readonly isExpired: boolean }[]> {
    const beginning = literal(`${PREFIX}${target.ledgerId}_`);
    const rows = await ask(
      server,
      `SELECT name, toString(metadata_modification_time < now() - ${EXPIRES_SECONDS}) FROM system.tables WHERE database = ${literal(target.database)} AND startsWith(name, ${beginning})`,
    );
    return rows.map(([name, isExpired]) => ({ name: name ?? '', isExpired: isExpired === '1' }));
  }

  const drop = (stage: string): Promise<void> =>
    run(server, dropStage(target, stage), { settings: DROP_SETTINGS, silenceMs: DROP_SILENCE_MS });

  /** Drops all but newer ones, and that of the caller. Returns whether there are newer ones. */
  async function revoke(kept: string | null): Promise<boolean> {
    const others = (await list()).filter(({ name }) => name !== kept);
    const newer = others.filter(({ name, isExpired }) => !isExpired && isNewer(rankOf(name), own));
    for (const other of others) if (!newer.includes(other)) await drop(other.name);
    return newer.length > 0;
  }

  return {
    revoke,

    /** Waits until no newer delivery is under way. Throws DESTINATION_BUSY when one does not end. */
    async waitForNewer(): Promise<void> {
      const { signal } = server.context;
      let next = FIRST_PAUSE_MS;
      for (let waited = 0; ; waited += next) {
        const stages = await list();
        if (!stages.some(({ name, isExpired }) => !isExpired && isNewer(rankOf(name), own))) return;
        if (waited >= WAIT_MS) throw overtaken(request);
        await pause(next, undefined, { signal }).catch(() => signal.throwIfAborted());
        next = Math.min(next * 2, LONGEST_PAUSE_MS);
      }
    },

    isThere: async (stage: string): Promise<boolean> => (await list()).some(({ name }) => name === stage),

    /** Drops a stage of the caller, whatever happens elsewhere. Never throws. */
    async discard(stage: string): Promise<void> {
      const { egress } = server.context;
      const own = { ...server, context: { egress, signal: AbortSignal.timeout(CLEAN_UP_MS) } };
      await run(own, dropStage(target, stage), { settings: DROP_SETTINGS }).catch(() => undefined);
    },
  };
}

/** The failure of a delivery that others of the same upload and report date keep from finishing. */
export const overtaken = ({ name }: DeliveryRequest): PipelineError =>
  new PipelineError('DESTINATION_BUSY', {
    name,
    reason: 'another delivery of the same upload and report date is under way',
  });
