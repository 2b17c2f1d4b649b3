import type { ApiCall } from '../../api/api-call.ts';
import { EventsDocument } from '../../api/generated/graphql.ts';

/** The call that reads one event. */
export const eventCall = (id: string): ApiCall => ({ document: EventsDocument, variables: { first: 1, search: id } });
