import { CONTACT, type ErrorRow, INSTALLATION_FAILED } from './error-row.ts';

/** Errors of units of work. */
export const WORK_ERRORS = {
  WORKER_STOPPED: {
    text: 'Worker stopped responding during {phase}.',
    class: 'transient',
    severity: 'warn',
    title: 'Worker stopped responding',
    action: CONTACT,
    origin: 'installation',
    meaning: INSTALLATION_FAILED,
  },
  STALE_ATTEMPT: {
    text: 'Attempt {attempt} superseded by attempt {current}; result discarded.',
    class: 'internal',
    severity: 'info',
  },
  ATTEMPTS_EXHAUSTED: {
    text: 'Stopped after {attempts} attempts. {reason}',
    class: 'permanent',
    severity: 'fatal',
    title: 'Attempts exhausted',
    action: CONTACT,
    origin: 'installation',
    meaning: INSTALLATION_FAILED,
  },
  STORAGE_FULL: {
    text: 'Storage is full on the processing host.',
    retryWhen: 'when space is available',
    class: 'transient',
    title: 'Storage full',
    action: 'Free space on the processing host, then retry.',
    origin: 'installation',
    meaning: INSTALLATION_FAILED,
  },
  STORAGE_FAILED: {
    text: 'The file store failed: {reason}.',
    class: 'transient',
    title: 'File store failed',
    action: CONTACT,
    origin: 'installation',
    meaning: INSTALLATION_FAILED,
  },
  HOST_FAILED: {
    text: 'The processing host cannot work: {reason}.',
    retryWhen: 'when it can',
    class: 'transient',
    title: 'Processing host failed',
    action: CONTACT,
    origin: 'installation',
    meaning: INSTALLATION_FAILED,
  },
  INTERNAL: {
    text: 'Something went wrong on our side ({reference}).',
    class: 'internal',
    title: 'Internal error',
    action: CONTACT,
    origin: 'installation',
    meaning: INSTALLATION_FAILED,
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;
