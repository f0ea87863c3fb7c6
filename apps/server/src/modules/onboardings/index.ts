export { proceedOnboarding } from './commands/proceed.ts'
export { saveMetadata } from './commands/save-metadata.ts'
