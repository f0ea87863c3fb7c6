import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './numbers.ts'

export interface LedgerCustomer {
  id: string
  firstname: string
  lastname: string
  company: string
  email: string
  reference: string
  created_at: string
}

/** A payment method. Of its number only the last four digits are kept, and what becomes of charges to it. */
export interface LedgerMethod {
  id: string
  customer_id: string
  method: 'card' | 'bank'
  person_name: string
  card_type: string | null
  card_last_four: string
  card_exp: string | null
  bank_name: string | null
  bank_type: string | null
  bank_holder_type: string | null
  address_zip: string
  created_at: string
  deleted_at: string | null
  outcome: Outcome
}

export interface LedgerChild {
  id: string
  type: 'void' | 'refund'
  success: boolean
  message: string | null
  total: number
  idempotency_id: string | null
  created_at: string
}

/** A charge, paid or declined. Amounts are dollars, as in the API. */
export interface LedgerCharge {
  id: string
  type: 'charge'
  reference_id: null
  idempotency_id: string
  customer_id: string
  payment_method_id: string
  method: 'card' | 'bank'
  last_four: string
  success: boolean
  message: string | null
  total: number
  total_refunded: number
  meta: Record<string, unknown>
  is_voided: boolean
  settled_at: string | null
  created_at: string
  updated_at: string
  child_transactions: LedgerChild[]
}

/** A report to the portal. */
export interface LedgerEvent {
  id: string
  type: string
  /** The object that it is about, as it was. */
  data: unknown
  created_at: string
  delivered_at: string | null
}

export interface Ledger {
  customers: Map<string, LedgerCustomer>
  methods: Map<string, LedgerMethod>
  charges: Map<string, LedgerCharge>
  events: Map<string, LedgerEvent>
  /** Writes how a record is now. */
  save<K extends Kind>(kind: K, record: RecordOf[K]): void
}

interface RecordOf {
  customers: LedgerCustomer
  methods: LedgerMethod
  charges: LedgerCharge
  events: LedgerEvent
}
type Kind = keyof RecordOf

/**
 * The stand-in's books: an append-only file with a line for each state of a record, written before the answer is given. The
 * last line of a record says how it is. Without a folder all of it is in memory.
 */
export function openLedger(folder: string | undefined): Ledger {
  const records: { [K in Kind]: Map<string, RecordOf[K]> } = {
    customers: new Map(),
    methods: new Map(),
    charges: new Map(),
    events: new Map(),
  }
  const file = folder === undefined ? undefined : join(folder, 'ledger.jsonl')
  if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const line of file === undefined ? [] : linesOf(file)) {
    const { kind, record } = line
    ;(records[kind] as Map<string, unknown>).set(record.id, record)
  }
  return {
    ...records,
    save(kind, record) {
      ;(records[kind] as Map<string, unknown>).set(record.id, record)
      if (file !== undefined) appendFileSync(file, `${JSON.stringify({ kind, record })}\n`, { mode: 0o600 })
    },
  }
}

/** A line that a crash cut off was never answered for, and is left out. */
function linesOf(file: string): { kind: Kind; record: { id: string } }[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  // The next line must not continue one that was cut off.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n')
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as { kind: Kind; record: { id: string } }]
    } catch {
      return []
    }
  })
}
