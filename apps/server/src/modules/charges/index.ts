export { insertCharges, voidCharges, writeCharges, type NewCharge, type Voided, type Writer } from './ledger.ts'
