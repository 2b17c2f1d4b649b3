import { objectPlaces } from '../../listing/object-place.ts';

export const { placeOf, readPlace } = objectPlaces('gs', '[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]');
