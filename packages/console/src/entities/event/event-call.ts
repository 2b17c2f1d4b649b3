import type { ApiCall } from '../../api/api-call.ts';
import { EventDocument } from '../../api/generated/documents/event.ts';

/** The call that reads one event. */
export const eventCall = (id: string): ApiCall => ({ document: EventDocument, variables: { id } });
