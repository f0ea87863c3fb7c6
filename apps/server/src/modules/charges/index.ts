export { insertCharges, voidCharges, writeCharges, type NewCharge, type Voided, type Writer } from './ledger.ts'
export { addToCase, addToOrder, removeFromCase, removeFromOrder, type Entered } from './by-hand.ts'
export { entersCharges } from './policy.ts'
export { isRemovable, type RowState } from './rules.ts'
