import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDatabase } from '@switchboard/server/embedded-databases';
import { addPerson, freePort } from '@switchboard/server/testing';
import { type Account, createAccount, rows, type Surroundings, WAREHOUSE, withDatabase } from './account.ts';
import { launch, PERSON } from './launch.ts';
import { examine, type Findings, type Held, heldOf, unreportedOf } from './oracles.ts';
import { type KillPoint, WAITING } from './points.ts';
import { databaseUrl, type ProgramSettings, type RunningProgram, startProgram, until } from './program.ts';

/** Observations at one point: the kills, then everything that its accounts have left. */
export type PointResult = {
  readonly point: KillPoint;
  readonly killed: number;
  readonly findings: readonly Findings[];
  /** Deliveries that were there at a kill and were written again. */
  readonly rewritten: number;
  /** Uploads that were at their destination at a kill while their status did not say so. */
  readonly unreported: number;
  /** Unreported uploads whose next attempt did not recognise them, plus other uploads recognised by mistake. */
  readonly misreported: number;
  /** Processes that outlived a kill by two seconds. */
  readonly orphans: number;
  /** How the program ended instead of being killed. */
  readonly others: readonly string[];
  readonly seconds: number;
};

const REACH = 90_000;
const SETTLE = 300_000;
/** Fewer pieces of work than this may be used up before the next kill. */
const ENOUGH = 3;
/** A unit that was killed this often is spared until the kills are over: it would fail permanently as poison. */
const OFTEN = 3;

/** A data folder of its own, with a program that is killed again and again. */
export class Lane {
  readonly #settings: ProgramSettings;
  readonly #surroundings: Surroundings;

  private constructor(settings: ProgramSettings, surroundings: Surroundings) {
    this.#settings = settings;
    this.#surroundings = surroundings;
  }

  static async open(surroundings: Surroundings): Promise<Lane> {
    const settings = { folder: mkdtempSync(join(tmpdir(), 'switchboard-kill-')), port: await freePort() };
    const program = startProgram(settings, '');
    await program.ready;
    await ensureDatabase(databaseUrl(settings), WAREHOUSE);
    await rows(settings, `revoke connect on database ${WAREHOUSE} from public`);
    await withDatabase(settings, (database) =>
      addPerson(database, { email: PERSON, name: 'Operator', globalRoles: ['tester'] }),
    );
    program.kill('SIGKILL');
    await program.ended;
    return new Lane(settings, surroundings);
  }

  /** Stops in good order; gives what is left running. */
  async close(keep: boolean): Promise<string> {
    const program = startProgram(this.#settings, '');
    await program.ready;
    program.kill('SIGTERM');
    const ended = await program.ended;
    const database = existsSync(join(this.#settings.folder, 'postgres/data/postmaster.pid')) ? 1 : 0;
    const left = program.left().length + database;
    if (!keep) rmSync(this.#settings.folder, { recursive: true, force: true });
    return `ended by ${ended}, processes left ${left}${keep ? `, kept in ${this.#settings.folder}` : ''}`;
  }

  /** Kills the program at a point so many times while it does what reaches it, then lets it finish and checks. */
  async run(point: KillPoint, times: number): Promise<PointResult> {
    const began = performance.now();
    const accounts: Account[] = [];
    const held: { readonly account: Account; readonly held: Held }[] = [];
    const unreported = new Set<string>();
    const check = async (): Promise<void> => {
      for (const account of accounts) {
        const there = await heldOf(this.#settings, account, this.#surroundings.servers);
        held.push({ account, held: there });
        if (!deliversOnce(account)) continue;
        for (const id of await unreportedOf(this.#settings, account, this.#surroundings.servers, there))
          unreported.add(id);
      }
    };
    const others: string[] = [];
    let killed = 0;
    let orphans = 0;
    for (let round = 0; round < times; round += 1) {
      const account = await this.#work(point, accounts);
      if (point.point === 'mid-reconcile') {
        await this.#leaveDeadUnits();
        await check();
      }
      await this.#release(OFTEN);
      // Every other kill skips one unit, so that none is killed every time.
      const count = point.repeats || round % 2 === 0 ? 1 : 2;
      const program = startProgram(this.#settings, `${point.point}:${count}`);
      const how = await this.#toItsEnd(program, point, account);
      if (how === 'SIGKILL') killed += 1;
      else others.push(`${how} ${program.output().slice(-600)}`);
      orphans += await outlived(program);
      await check();
    }
    const findings = await this.#finish(accounts);
    const rewritten = await this.#rewritten(held);
    // What a repeated delivery finds is what the one before it left: nothing can be said of it.
    const already = new Set(accounts.every(deliversOnce) ? findings.flatMap((one) => one.already) : []);
    const misreported = unreported.symmetricDifference(already).size;
    const seconds = (performance.now() - began) / 1000;
    return { point, killed, findings, rewritten, unreported: unreported.size, misreported, orphans, others, seconds };
  }

  /** The account whose work reaches the point: another one when that of the last is nearly used up. */
  async #work(point: KillPoint, accounts: Account[]): Promise<Account> {
    const last = accounts.at(-1);
    if (last && (point.work === 'backfill' || point.work === 'test' || point.repeats)) return last;
    if (last && (await this.#waiting(point, last)) >= ENOUGH) return last;
    const account = await createAccount(this.#settings, point.work, this.#surroundings);
    accounts.push(account);
    // What people launch is about what production has.
    if (point.work === 'backfill' || point.work === 'test') {
      const program = startProgram(this.#settings, '');
      await this.#settled([account]);
      program.kill('SIGKILL');
      await program.ended;
    }
    return account;
  }

  async #waiting(point: KillPoint, account: Account): Promise<number> {
    const [row] = await rows<{ count: string }>(this.#settings, WAITING[point.waiting], [account.id]);
    return Number(row?.count);
  }

  /** Lets the program run into its fault; gives how it ended. */
  async #toItsEnd(program: RunningProgram, point: KillPoint, account: Account): Promise<string> {
    let late = '';
    const timer = setTimeout(() => {
      late = 'not reached:';
      program.kill('SIGKILL');
    }, REACH);
    // What was hit twice waits by itself; the database may be on its way.
    const releasing = setInterval(() => void this.#release(OFTEN).catch(() => {}), 1_000);
    try {
      if (point.work === 'backfill' || point.work === 'test') {
        await program.ready;
        const wanted = point.work === 'test' ? ENOUGH : 1;
        // The program may be killed while it still answers.
        if ((await this.#waiting(point, account)) < wanted) await launch(this.#settings, account).catch(() => {});
      }
      return `${late}${await program.ended}`;
    } finally {
      clearTimeout(timer);
      clearInterval(releasing);
    }
  }

  /** Leaves units whose worker is dead, unless there are some. */
  async #leaveDeadUnits(): Promise<void> {
    const [row] = await rows<{ count: string }>(this.#settings, `select count(*) from unit where state = 'running'`);
    if (Number(row?.count) > 0) return;
    await startProgram(this.#settings, 'mid-load:1').ended;
  }

  /** Lets what waits for its next try go at once: waiting is not what is tried here. */
  async #release(most: number): Promise<void> {
    await rows(
      this.#settings,
      `with released as (
         update unit set next_try = now() where state = 'waiting' and retry_count < $1 returning id
       ) update queue.job set due = now() from released where unit_id = released.id`,
      [most],
    );
  }

  async #finish(accounts: readonly Account[]): Promise<Findings[]> {
    const program = startProgram(this.#settings, '');
    try {
      await program.ready;
      await this.#settled(accounts);
      const findings: Findings[] = [];
      for (const account of accounts) findings.push(await examine(this.#settings, account, this.#surroundings.servers));
      return findings;
    } finally {
      program.kill('SIGKILL');
      await program.ended;
    }
  }

  /** Until every account has units, and none that is left to do. */
  async #settled(accounts: readonly Account[]): Promise<void> {
    const open = `select u.id, u.kind, u.state from unit u where account_id = any($1) and state <> 'done'
      union all select id, 'account', 'without units' from account where id = any($1)
        and not exists (select from unit where account_id = account.id)
      union all select id, 'backfill', status from backfill where account_id = any($1) and status in ('preparing', 'running')`;
    const ids = accounts.map(({ id }) => id);
    await until('the rest of the work', SETTLE, async () => {
      // The database is not there while the program starts.
      const left = await rows(this.#settings, open, [ids]).catch(() => null);
      if (left === null || left.length > 0) {
        await this.#release(Number.MAX_SAFE_INTEGER).catch(() => {});
        return null;
      }
      return left;
    });
  }

  /** Whatever was at its destination when the program was killed must still be the very same. */
  async #rewritten(snapshots: readonly { readonly account: Account; readonly held: Held }[]): Promise<number> {
    const again = new Set<string>();
    for (const { account, held } of snapshots) {
      if (!deliversOnce(account)) continue;
      const now = await heldOf(this.#settings, account, this.#surroundings.servers);
      for (const [name, writer] of held) if (now.get(name) !== writer) again.add(`${account.id} ${name}`);
    }
    return again.size;
  }
}

/** A backfill is launched to write everything again. */
const deliversOnce = ({ work }: Account): boolean => work !== 'backfill';

/** How many processes of a killed program are still there after two seconds. */
async function outlived(program: RunningProgram): Promise<number> {
  return until('the end of its processes', 2_000, async () => (program.left().length === 0 ? 0 : null)).catch(
    () => program.left().length,
  );
}
