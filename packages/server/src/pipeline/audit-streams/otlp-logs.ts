import type { AuditBody } from './audit-bodies.ts';
import { isWarning } from './syslog-message.ts';

const SEVERITIES = {
  info: { severityNumber: 9, severityText: 'INFO' },
  warn: { severityNumber: 13, severityText: 'WARN' },
};
const SCOPE = { name: 'switchboard.audit' } as const;

/** Entries as a request of OTLP in JSON, a log record each. */
export async function otlpLogs(bodies: readonly AuditBody[]): Promise<Uint8Array> {
  // Loaded with the first delivery.
  const [{ JsonLogsSerializer }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/otlp-transformer'),
    import('@opentelemetry/resources'),
  ]);
  const resource = resourceFromAttributes({ 'service.name': 'switchboard' });
  const records = bodies.map((body) => {
    const time = hrTime(Date.parse(body.created));
    return {
      hrTime: time,
      hrTimeObserved: time,
      ...(isWarning(body.kind) ? SEVERITIES.warn : SEVERITIES.info),
      eventName: body.kind,
      body: JSON.stringify(body),
      attributes: attributesOf(body),
      droppedAttributesCount: 0,
      resource,
      instrumentationScope: SCOPE,
    };
  });
  return JsonLogsSerializer.serializeRequest(records) ?? new Uint8Array();
}

/** Lists the attributes to filter by; by `log.record.uid` a collector drops repetitions. */
function attributesOf(body: AuditBody): Record<string, string | number> {
  const values = {
    'log.record.uid': body.id,
    'switchboard.account': body.account,
    'switchboard.audit.sequence': body.sequence,
    'switchboard.audit.hash': body.hash,
    'switchboard.audit.actor': body.actor,
    'user.id': body.person?.id,
    'user.email': body.person?.email,
    'client.address': body.address,
    'user_agent.original': body.user_agent,
    'switchboard.request_id': body.request_id,
  };
  return Object.fromEntries(
    Object.entries(values).filter(
      (pair): pair is [string, string | number] => pair[1] !== null && pair[1] !== undefined,
    ),
  );
}

const hrTime = (ms: number): [number, number] => [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];

/** Why a collector did not take all records of a request that it accepted; null when it did. */
export async function otlpRefusal(answer: string): Promise<string | null> {
  if (answer.trim() === '') return null;
  const { JsonLogsSerializer } = await import('@opentelemetry/otlp-transformer');
  try {
    const { partialSuccess } = JsonLogsSerializer.deserializeResponse(Buffer.from(answer));
    const rejected = Number(partialSuccess?.rejectedLogRecords ?? 0);
    return rejected === 0 ? null : `${rejected} entries were rejected: ${partialSuccess?.errorMessage ?? 'no reason'}.`;
  } catch {
    return null;
  }
}
