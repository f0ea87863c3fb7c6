import type { IncomingMessage } from 'node:http'
import type { Bank } from './bank.ts'
import type { Ledger } from './ledger.ts'

interface PageCall {
  method: string
  path: string
  origins: readonly string[]
  request: IncomingMessage
  ledger: Ledger
  bank: Bank
}

/** The pages of the stand-in; undefined for what is not one. */
export function answerPage(
  _call: PageCall,
): { status: number; headers: Record<string, string>; body: string } | undefined {
  return undefined
}
