export { closeLostShareLinks } from './close-lost.ts'
