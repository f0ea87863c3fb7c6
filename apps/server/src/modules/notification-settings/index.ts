export { changeSettings } from './commands.ts'
export { forgetAddress } from './forget-address.ts'
