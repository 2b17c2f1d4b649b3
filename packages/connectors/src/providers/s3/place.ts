import { objectPlaces } from '../../listing/object-place.ts';

export const { placeOf, readPlace } = objectPlaces('s3', '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]');
