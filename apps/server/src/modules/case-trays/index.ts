export { createCaseTray, generateShippingId } from './commands.ts'
