import { dayIn } from '@archwire/contract/core/dates.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { ids } from '../db/ids.ts'
import { labScope, rows } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { planShipping, shippingMethodIds } from '../modules/calendar/index.ts'
import { changeShipping, markLabelPrinted } from '../modules/requests/index.ts'

interface Candidate {
  request: number
  print: number
  patient: number
  organization: number
  location: number
}

/**
 * Parcels of several prints that ship as soon as one may, today on a business day: one has all of its labels and may be
 * completed, of the other one patient label is printed.
 */
const parcels = [
  { method: 'standard', most: 3, labeled: 3, shipping: true },
  { method: 'express', most: 3, labeled: 1, shipping: false },
] as const

/** Prints of the lab that are not late are put together into parcels, by the lab. */
export async function fillParcels(db: Db, lab: Actor, zone: string): Promise<void> {
  const { rows: open } = await sql<Candidate>`
    select cr.id as request, pr.id as print, p.id as patient, p.organization_id as organization, pr.location_id as location
    from customer_requests cr
    join ${rows(labScope, 'patients', 'p')} on p.organization_id = cr.organization_id and p.id = cr.patient_id
    join printing_requests pr on pr.organization_id = cr.organization_id and pr.customer_request_id = cr.id
    where cr.status_id = ${ids(customerRequestStatuses.pending)} and pr.assignment = ${sql.lit(assignment.ownLab)}
      and p.patient_status_id = ${ids(patientStatuses.approved)} and not p.is_on_hold and p.deleted_at is null
      and pr.location_id is not null and pr.ship_date >= ${dayIn(zone, lab.now)}::date
    order by count(*) over (partition by pr.organization_id, pr.location_id) desc, pr.organization_id, pr.location_id, cr.id`.execute(
    db,
  )
  for (const { method, most, labeled, shipping } of parcels) {
    const [first] = open
    const chosen = open.filter(({ location }) => location === first?.location).slice(0, most)
    if (chosen.length < 2) return
    open.splice(0, chosen.length)
    const { arrival, from, to } = planShipping({ at: lab.now, zone, offset: 0, method }, null)
    await db.transaction().execute(async (trx) => {
      for (const [index, { request, print, patient, location }] of chosen.entries()) {
        const ships = {
          patient_id: patient,
          location_id: location,
          shipping_method_id: shippingMethodIds.indexOf(method) + 1,
          expected_arrival_date: arrival!,
          delivery_date_from: from!,
          delivery_date_to: to!,
        }
        await changeShipping(trx, lab, print, ships, zone)
        if (index < labeled) await markLabelPrinted(trx, lab, request, 'patient')
        if (shipping) await markLabelPrinted(trx, lab, request, 'shipping')
      }
    })
  }
}
