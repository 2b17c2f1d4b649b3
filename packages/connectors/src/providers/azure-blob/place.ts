import { objectPlaces } from '../../listing/object-place.ts';

export const { placeOf, readPlace } = objectPlaces('az', '\\$web|\\$root|[a-z0-9](?:-?[a-z0-9]){2,62}', 'container');
