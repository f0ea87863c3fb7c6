import { dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import { labScope } from '../../../db/scope.ts'
import { now as clock } from '../../../kernel/clock.ts'
import { performForJob, type JobResult } from '../../../kernel/effects.ts'
import { wordsOf } from '../../../kernel/error-line.ts'
import { record } from '../../../kernel/record.ts'
import type { PaymentProvider } from '../../../services/payments/port.ts'
import {
  chargeOrders,
  chargesOf,
  dueOn,
  fallBehind,
  isPurchasing,
  unpaidJson,
  type Charged,
  type ChargedBy,
  type ChargeIntent,
  type UnpaidOrder,
} from '../../billing/index.ts'
import { lockOrganizationOf, whyClosed } from '../../organizations/index.ts'
import { primaryMethodJson } from '../../payments/index.ts'
import { closeDue } from './close-due.ts'

interface Tools {
  db: Db
  /** Undefined: this server has no payment provider. */
  payments: PaymentProvider | undefined
  /** The lab's zone. */
  labZone: string
}

/** The job that does for a practice what its day brings. */
export const dayJob = 'contracts.day'

/**
 * Does what the day brings for a practice (`contracts/day`): closes its monthly order, then charges what is due, the oldest
 * first. Run again on the same day, it does nothing more. @throws OutcomeUnknown when the provider did not answer
 */
export async function runDay(
  { db, payments, labZone: zone }: Tools,
  organizationId: number,
): Promise<JobResult<Charged>> {
  await closeMonths(db, organizationId, zone)
  return performForJob(db, chargeOrders(payments), { job: dayJob, organizationId }, (trx) =>
    intend(trx, { organizationId, zone, canCharge: payments !== undefined }),
  )
}

/** Closes what is due. @throws Error that names the practice, for anyone who reads the failed jobs */
async function closeMonths(db: Db, organizationId: number, zone: string): Promise<void> {
  const begun = db.transaction().execute(async (trx) => {
    await lockOrganizationOf(trx, organizationId)
    await closeDue(trx, organizationId, { zone, now: clock() })
  })
  await begun.catch(async (cause: unknown) => {
    const practice = await numberOf(db, organizationId).catch(() => `with the id ${organizationId}`)
    throw new Error(`The month of the practice ${practice} did not close: ${wordsOf(cause)}`, { cause })
  })
}

async function numberOf(db: Db, organizationId: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    select o.account_number as number from organizations o where o.id = ${organizationId}`.execute(db)
  return found[0]!.number
}

interface Found {
  unpaid: UnpaidOrder[]
  method: ChargedBy | null
  account_number: string
  purchasing: boolean
}

/** What is charged today; undefined for nothing. Orders that wait behind one that is not paid become not paid here. */
async function intend(
  trx: Trx,
  { organizationId, zone, canCharge }: { organizationId: number; zone: string; canCharge: boolean },
): Promise<ChargeIntent | undefined> {
  const [organization] = await lockOrganizationOf(trx, organizationId)
  if (!organization || whyClosed(organization) !== null) return undefined
  const { rows: found } = await sql<Found>`
    select ${unpaidJson(labScope)} as unpaid, ${primaryMethodJson(labScope)} as method, o.account_number,
      ${isPurchasing(labScope)} as purchasing
    from organizations o where o.id = ${organizationId}`.execute(trx)
  const { unpaid, method, account_number, purchasing } = found[0]!
  // The account setup is being paid: the next run looks again.
  if (purchasing) return undefined
  const at = clock()
  const day = dayIn(zone, at)
  const due = dueOn(day, unpaid, zone)
  if (due.length > 0) {
    // A server without a provider charges nothing, and calls no practice a debtor for that.
    if (method && !canCharge) return undefined
    return { address: '', name: null, day, method, charges: chargesOf(due, method, account_number) }
  }
  const fallen = await fallBehind(trx, organizationId, { today: day, at })
  if (fallen.length > 0) await record(trx, { userId: null, address: '', now: at }, fallen)
  return undefined
}
