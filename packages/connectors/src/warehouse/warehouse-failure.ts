import { NetworkError } from '../network/network-error.ts';
import {
  type Addressed,
  ServiceFailure,
  serviceDestinationFailure,
  serviceSourceFailure,
} from '../network/service-failure.ts';

/** A lacking permission is `missing` or `refused`: warehouses do not distinguish them. */
export type WarehouseFailureKind = 'login' | 'missing' | 'full' | 'busy' | 'refused';

/** A refusal by the API of a warehouse, with its code, such as 002003, or one of our own, such as SNOWFLAKE_PRIVATE_KEY. */
export class WarehouseFailure extends ServiceFailure {
  override readonly name = 'WarehouseFailure';
}

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof WarehouseFailure && error.kind === 'busy');

/** Translates a failure into an error of the destination; other errors stay. */
export const warehouseDestinationFailure = (error: unknown, addressed: Addressed): unknown =>
  serviceDestinationFailure(error, addressed, ({ message }) => ({ path: `${addressed.place} (${message})` }));

/** Translates a failure into an error of the source; other errors stay. */
export const warehouseSourceFailure = (error: unknown, addressed: Addressed): unknown =>
  serviceSourceFailure(error, addressed, 'the parameters');
