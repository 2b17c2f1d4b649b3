import type { KeyProblem, KeyProblemId } from '@switchboard/model/key-types/key-problems';
import type { ObservedStage } from '../network/observe-connections.ts';
import { adviceFor, type StepCode } from './connection-advice.ts';
import type { KeyVerdict } from './verify-key.ts';

/** One thing that a test of a connection checked, or did not reach. */
export type ConnectionStep = {
  readonly code: StepCode;
  readonly status: 'ok' | 'failed' | 'skipped';
  /** Duration; null for a step that was skipped, or that a driver does not measure. */
  readonly milliseconds: number | null;
  /** Host, with its port where one counts; null where the step concerns the key as a whole. */
  readonly place: string | null;
  readonly message: string;
  /** Next action after a failure; null otherwise. */
  readonly advice: string | null;
};

/** Observations of one trial of a key. Times are epoch milliseconds. */
export type Trial = {
  readonly verdict: KeyVerdict;
  readonly stages: readonly ObservedStage[];
  /** When the key was accepted, and how many stages came before. */
  readonly signedIn: { readonly at: number; readonly stages: number } | null;
  readonly listed: { readonly at: number; readonly place: string; readonly isAllowed: boolean } | null;
  /** Whether a driver encrypts the connection itself; null where that is observed. */
  readonly isEncrypted: boolean | null;
  readonly began: number;
  readonly ended: number;
};

const NETWORK: readonly StepCode[] = ['resolve', 'connect', 'tls'];
const NOT_REACHED = 'Not reached.';

/** Problems that say at which step they occurred, where the connection itself did not report it. */
const STEP_OF_PROBLEM: Partial<Readonly<Record<KeyProblemId, StepCode>>> = {
  unknown_host: 'resolve',
  port_inaccessible: 'connect',
  host_not_allowed: 'connect',
  token_address_not_allowed: 'connect',
  ssl_hostname_mismatch: 'tls',
  ssl_certificate_expired: 'tls',
  ssl_certificate_not_yet_valid: 'tls',
  ssl_verification_failed: 'tls',
  certificate_verification_failed: 'tls',
  invalid_client_certificate: 'tls',
  invalid_client_key: 'tls',
  invalid_server_ca_certificate: 'tls',
  server_ca_not_rsa: 'tls',
  ssl_not_supported: 'tls',
  ssl_required: 'tls',
  tls_not_offered: 'tls',
  tls_required: 'tls',
  database_does_not_exist: 'access',
  container_does_not_exist: 'access',
};

/** The steps of a trial in the order in which they happened, with the one that failed and those that it prevented. */
export function connectionSteps(trial: Trial): readonly ConnectionStep[] {
  const { verdict } = trial;
  const before = trial.stages.slice(0, trial.signedIn?.stages);
  const steps = stepsOfStages(before);
  if (verdict.ok) return [...steps, ...driverTls(trial, steps), ...endOf(trial, verdict.tried)];
  const [problem] = verdict.problems;
  if (problem === undefined) return steps;
  const done = steps.filter(({ status }) => status === 'ok');
  const code = failedCode(trial, problem, steps.at(-1));
  const failed = failedStep(code, problem, steps);
  const kept = done.filter((step) => !(step.code === code && step.place === failed.place));
  const tls = code === 'sign_in' || code === 'access' ? driverTls(trial, kept) : [];
  const signedIn = code === 'access' ? [signInStep(trial)] : [];
  return [...kept, ...tls, ...signedIn, failed, ...stepsAfter(code, trial)];
}

/** One step for each stage and place. A later attempt at the same place counts. */
function stepsOfStages(stages: readonly ObservedStage[]): readonly ConnectionStep[] {
  const byPlace = new Map<string, ConnectionStep>();
  for (const { stage, host, port, began, ended, isDone } of stages) {
    const place = port === null ? host : `${host}:${port}`;
    byPlace.set(`${stage} ${place}`, {
      code: stage,
      status: isDone ? 'ok' : 'failed',
      milliseconds: Math.max(0, Math.round(ended - began)),
      place,
      message: isDone ? DONE[stage](place) : '',
      advice: null,
    });
  }
  return [...byPlace.values()];
}

const DONE: Readonly<Record<ObservedStage['stage'], (place: string) => string>> = {
  resolve: (place) => `Found the name ${place}.`,
  connect: (place) => `Connected to ${place}, whose address is allowed.`,
  tls: () => 'Encrypted, and the certificate is verified.',
};

/** The step of a driver that encrypts the connection itself. */
function driverTls({ isEncrypted }: Trial, steps: readonly ConnectionStep[]): readonly ConnectionStep[] {
  if (isEncrypted === null || steps.some(({ code }) => code === 'tls')) return [];
  const step = { code: 'tls', milliseconds: null, place: null, advice: null } as const;
  return isEncrypted
    ? [{ ...step, status: 'ok', message: DONE.tls('') }]
    : [{ ...step, status: 'skipped', message: 'The key does not ask for encryption.' }];
}

function endOf(trial: Trial, isTried: boolean): readonly ConnectionStep[] {
  if (!isTried) return [skipped('sign_in', 'Nothing can try keys of this type. The first run that uses it does.')];
  const { listed } = trial;
  if (listed === null) return [signInStep(trial)];
  const began = trial.signedIn?.at ?? listed.at;
  const access: ConnectionStep = {
    code: 'access',
    status: listed.isAllowed ? 'ok' : 'skipped',
    milliseconds: listed.isAllowed ? Math.max(0, Math.round(listed.at - began)) : null,
    place: null,
    message: listed.isAllowed
      ? `May list ${listed.place}.`
      : `May not list ${listed.place}. Whether it may use the ones that are declared is known when they are used.`,
    advice: null,
  };
  return [signInStep(trial), access];
}

function signInStep({ stages, signedIn, listed, began, ended }: Trial): ConnectionStep {
  const until = signedIn?.at ?? listed?.at ?? ended;
  const opened = stages.slice(0, signedIn?.stages).map((stage) => stage.ended);
  return {
    code: 'sign_in',
    status: 'ok',
    milliseconds: Math.max(0, Math.round(until - Math.max(began, ...opened))),
    place: null,
    message: 'The key is accepted.',
    advice: null,
  };
}

function failedCode(trial: Trial, problem: KeyProblem, last: ConnectionStep | undefined): StepCode {
  if (trial.signedIn !== null) return 'access';
  const known = STEP_OF_PROBLEM[problem.typeId];
  if (last?.status === 'failed') return last.code;
  return known ?? (trial.stages.length === 0 && problem.typeId === 'connection_timed_out' ? 'connect' : 'sign_in');
}

function failedStep(code: StepCode, problem: KeyProblem, steps: readonly ConnectionStep[]): ConnectionStep {
  const observed = steps.findLast((step) => step.code === code && step.status === 'failed');
  return {
    code,
    status: 'failed',
    milliseconds: observed?.milliseconds ?? null,
    place: observed?.place ?? null,
    message: problem.message,
    advice: adviceFor(code, problem.typeId),
  };
}

function stepsAfter(code: StepCode, { isEncrypted }: Trial): readonly ConnectionStep[] {
  const all: readonly StepCode[] = isEncrypted === false ? ['resolve', 'connect', 'sign_in'] : [...NETWORK, 'sign_in'];
  const at = all.indexOf(code);
  return at < 0 ? [] : all.slice(at + 1).map((later) => skipped(later, NOT_REACHED));
}

const skipped = (code: StepCode, message: string): ConnectionStep => ({
  code,
  status: 'skipped',
  milliseconds: null,
  place: null,
  message,
  advice: null,
});
