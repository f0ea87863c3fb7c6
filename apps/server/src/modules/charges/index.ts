export { chargeChange, chargeRush, refuseWhileCharged, uncharge } from './charge-case.ts'
export { chargePrints } from './of-prints.ts'
export { insertCharges, voidCharges, writeCharges, type NewCharge, type Voided, type Writer } from './ledger.ts'
export { firstDayOf, rowsOfForm, type ChargedForm } from './of-cases.ts'
