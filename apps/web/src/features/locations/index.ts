export { AddLocation } from './add-location.tsx'
export { LocationDetails } from './location-details.tsx'
export { LocationList } from './location-list.tsx'
