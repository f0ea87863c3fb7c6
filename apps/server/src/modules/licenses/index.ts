export { admitDevice } from './admit.ts'
export { updateLicense } from './commands/licenses.ts'
export { buySeats } from './commands/buy-seats.ts'
