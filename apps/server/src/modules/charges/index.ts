export { chargePrints } from './of-prints.ts'
export { insertCharges, voidCharges, writeCharges, type NewCharge, type Voided, type Writer } from './ledger.ts'
