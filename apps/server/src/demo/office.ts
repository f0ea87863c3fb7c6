import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import type { Trx } from '../db/client.ts'
import { labScope, scoped } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { now } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import { setCredit } from '../modules/credits/index.ts'
import { admitDevice, buySeats, updateLicense } from '../modules/licenses/index.ts'
import { createRule } from '../modules/periodic-rules/index.ts'

/** What a seat costs in the demo, in dollars; `shell.ts` sets it. */
export const demoSeatPrice = 25

const computers = [
  { key: 'demo-operatory-1', name: 'Operatory 1', details: 'Windows 11, DIBS 4.2' },
  { key: 'demo-front-desk', name: 'Front desk', details: 'macOS 15, DIBS 4.2' },
]

/**
 * What the office agreed with a practice that has closed months: rules that run, are to come and are over, a credit, and a
 * license with seats that it buys and computers on them. By the commands that people use.
 */
export async function agreeOffice(...what: Parameters<typeof agree>): Promise<void> {
  // Anyone who looks at the demo while it is made may have disabled the practice, or bought seats.
  await agree(...what).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}

async function agree(
  trx: Trx,
  organizationId: number,
  people: Record<'admin' | 'owner', Actor>,
  zone: string,
): Promise<void> {
  const { admin, owner } = people
  const contract = await scoped(trx, labScope)
    .from('contracts')
    .select('id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const license = await scoped(trx, labScope)
    .from('licenses')
    .select('id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  // The account setup of the practice was not finished.
  if (!contract || !license) return
  const today = dayIn(zone, now())
  const rules = [
    { value: 49, custom_description: 'Scanner lease', applied_from: null, applied_to: null },
    { value: -10, custom_description: 'Study club', applied_from: null, applied_to: addDays(today, 120) },
    { value: 15, custom_description: 'Storage of models', applied_from: addDays(today, 60), applied_to: null },
  ]
  for (const rule of rules) await createRule(trx, admin, { ...rule, is_active: true, contract_id: contract.id })
  await setCredit(trx, admin, organizationId, { value: 150, valid_from: today, valid_to: addDays(today, 180) })
  await updateLicense(trx, admin, license.id, { license_type_id: 2, seats: 1 })
  await buySeats(trx, owner, organizationId, { seats: 2, expected_price: demoSeatPrice })
  for (const computer of computers) await admitDevice(trx, owner, organizationId, computer)
}
