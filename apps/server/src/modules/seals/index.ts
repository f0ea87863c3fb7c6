export { sealCase, type Sealing } from './commands.ts'
