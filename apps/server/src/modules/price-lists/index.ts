export { saveOwnPrices } from './commands.ts'
