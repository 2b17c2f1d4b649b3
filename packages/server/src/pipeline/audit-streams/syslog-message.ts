import type { AuditBody } from './audit-bodies.ts';

/** Facility "log audit" with severity "informational", and with "warning" for what was refused. */
const INFORMATIONAL = 13 * 8 + 6;
const WARNING = 13 * 8 + 4;
const MAX_MESSAGE_ID = 32;
/** The largest number that `sequenceId` may have; it continues at 1. */
const MAX_SEQUENCE = 2_147_483_647;
const BYTE_ORDER_MARK = '\uFEFF';

/** Whether an entry is about something that was refused or failed. */
export const isWarning = (kind: string): boolean => /denied|refused|failed|locked|blocked/.test(kind);

/** An entry as a message of RFC 5424, whose text is its JSON. @param hostname of the console */
export function syslogMessage(body: AuditBody, hostname: string): string {
  const priority = isWarning(body.kind) ? WARNING : INFORMATIONAL;
  const sequence = ((body.sequence - 1) % MAX_SEQUENCE) + 1;
  const kind = body.kind.slice(0, MAX_MESSAGE_ID);
  const data = `[origin software="switchboard"][meta sequenceId="${sequence}"]`;
  return `<${priority}>1 ${body.created} ${hostname} switchboard - ${kind} ${data} ${BYTE_ORDER_MARK}${JSON.stringify(body)}`;
}
