import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds in seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const WORK_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];
const WAIT_BUCKETS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400];

/**
 * The metrics of this process. Labels take their values from fixed lists (routes, kinds, purposes, phases, codes), never from
 * people or accounts, so the number of series is bounded.
 */
export const METRICS = createMetrics();

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> =>
    new Counter({ name: `switchboard_${name}`, help, labelNames: [...labelNames], registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]): Gauge<L> =>
    new Gauge({ name: `switchboard_${name}`, help, labelNames: [...labelNames], registers });
  const histogram = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    buckets: readonly number[],
  ): Histogram<L> =>
    new Histogram({
      name: `switchboard_${name}`,
      help,
      labelNames: [...labelNames],
      buckets: [...buckets],
      registers,
    });

  return {
    registry,
    httpRequests: counter('http_requests_total', 'HTTP requests answered.', ['method', 'route', 'status']),
    httpSeconds: histogram(
      'http_request_duration_seconds',
      'Time from a request to the end of its answer; live connections are left out.',
      ['method', 'route'],
      REQUEST_BUCKETS,
    ),
    consoleErrors: counter(
      'console_errors_total',
      'Errors that pages of the console reported, by how they were noticed.',
      ['kind'],
    ),
    graphqlOperations: counter('graphql_operations_total', 'GraphQL operations by their first field.', [
      'type',
      'field',
      'outcome',
    ]),
    attempts: counter('unit_attempts_total', 'Attempts that ended, by how.', ['kind', 'purpose', 'outcome']),
    attemptSeconds: histogram(
      'unit_attempt_duration_seconds',
      'Time of an attempt.',
      ['kind', 'outcome'],
      WORK_BUCKETS,
    ),
    phaseSeconds: histogram('unit_phase_duration_seconds', 'Time of a part of an attempt.', ['phase'], WORK_BUCKETS),
    waitSeconds: histogram(
      'unit_wait_seconds',
      'Time from when a unit could have started to when it did.',
      ['kind', 'purpose'],
      WAIT_BUCKETS,
    ),
    running: gauge('units_running_here', 'Units that this process is working on.', ['kind']),
    rows: counter('rows_total', 'Rows: loaded, dirty (rejected), processed, uploaded.', ['stage']),
    bytes: counter('bytes_total', 'Bytes: fetched as they came, processed and uploaded as results.', ['stage']),
    retries: counter('retries_total', 'Failures that are tried again, by error code.', ['kind', 'code']),
    failures: counter('failures_total', 'Units that failed permanently, by error code.', ['kind', 'code']),
    givenBack: counter(
      'units_given_back_total',
      'Attempts that failed because of a part of the installation, which do not count as retries.',
      ['kind', 'part'],
    ),
    partFailing: gauge(
      'part_failing',
      'Whether a part of the installation does not work for this process, which takes no work meanwhile.',
      ['part'],
    ),
    leasesLost: counter('leases_lost_total', 'Leases that ran out, or were taken over by another attempt.', [
      'kind',
      'how',
    ]),
    events: counter('events_total', 'Events recorded by this process.', ['severity']),
    units: gauge('units', 'Units that are not over, in the whole installation; counted up to 100,000 each.', [
      'state',
      'kind',
      'purpose',
    ]),
    queueDepth: gauge('queue_depth', 'Units that could start now, in the whole installation.', ['kind', 'purpose']),
    queueOldest: gauge('queue_oldest_age_seconds', 'How long the oldest unit that could start has been there.', [
      'kind',
      'purpose',
    ]),
    leasesExpired: gauge('units_past_lease', 'Running units whose lease is over, in the whole installation.', []),
    suspended: gauge('suspended', 'Suspended declarations and keys, in the whole installation.', ['what']),
    auditStreamsFailing: gauge(
      'audit_streams_failing',
      'Audit logs that a target of the installation does not receive, by its type.',
      ['type'],
    ),
    databaseConnections: gauge('database_connections', 'Connections of this process.', ['state']),
    clockRefused: gauge(
      'schedule_clock_refused_seconds',
      'How far the database’s clock is ahead of the time that schedules keep to; 0 while schedules go by it.',
      [],
    ),
    databaseUp: gauge('database_up', 'Whether the database answered when these figures were asked for.', []),
  };
}

let processMetrics = false;

/** Adds memory, processor, event loop and garbage collection; once a process. */
export function countProcess(): void {
  if (processMetrics) return;
  processMetrics = true;
  collectDefaultMetrics({ register: METRICS.registry });
}
