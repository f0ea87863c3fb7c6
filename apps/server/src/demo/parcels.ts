import { dayIn } from '@archwire/contract/core/dates.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { PrintStep } from '@archwire/contract/tech-workflows/steps.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/client.ts'
import { ids } from '../db/ids.ts'
import { labScope, rows } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { planShipping, shippingMethodIds } from '../modules/calendar/index.ts'
import { changeShipping, markLabelPrinted, requestPrint } from '../modules/requests/index.ts'
import { saveSteps } from '../modules/work/index.ts'

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

/** What is put into parcels in a demo that is large enough: open prints first, then new ones of completed cases. */
export async function fillParcels(db: Db, lab: Actor, zone: string): Promise<void> {
  const open = await openPrints(db, lab, zone)
  const [first] = open
  if (!first) return
  const here = open.filter(({ location }) => location === first.location)
  for (const { method, most, labeled, shipping } of parcels) {
    const chosen = here.splice(0, most)
    if (chosen.length < most) chosen.push(...(await printAgain(db, lab, zone, first, most - chosen.length)))
    if (chosen.length < 2) return
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
        if (!shipping) continue
        await markLabelPrinted(trx, lab, request, 'shipping')
        await makeUntilShipped(trx, lab, print)
      }
    })
  }
}

const before = ({ now }: Actor, minutes: number): Date => new Date(now.getTime() - minutes * 60_000)

/** Finishes the steps of a print up to those of the shipping: then the lab's list shows it under the filter for shipping. */
async function makeUntilShipped(trx: Trx, lab: Actor, print: number): Promise<void> {
  const { rows: steps } = await sql<{ id: number; workflow: number; process: PrintStep; started_at: Date | null }>`
    select s.id, w.id as workflow, s.process, s.started_at from tech_workflow_processes s
    join ${rows(labScope, 'tech_workflows', 'w')} on w.organization_id = s.organization_id and w.id = s.tech_workflow_id
    where w.printing_request_id = ${print} and s.finished_at is null order by s.position`.execute(trx)
  const open = steps.slice(
    0,
    Math.max(
      0,
      steps.findIndex(({ process }) => process === 'Ship QA'),
    ),
  )
  if (open.length === 0) return
  await saveSteps(trx, lab, open[0]!.workflow, {
    processes: open.map(({ id, started_at }, index) => ({
      id,
      started_at: (started_at ?? before(lab, 100 - index * 10)).toISOString(),
      finished_at: before(lab, 93 - index * 10).toISOString(),
    })),
  })
}

const candidate = sql`cr.id as request, pr.id as print, p.id as patient, p.organization_id as organization, pr.location_id as location`

/** Open prints of the lab that are not late, those of the location with the most of them first. */
async function openPrints(db: Db, lab: Actor, zone: string): Promise<Candidate[]> {
  const found = await sql<Candidate>`
    select ${candidate} from customer_requests cr
    join ${rows(labScope, 'patients', 'p')} on p.organization_id = cr.organization_id and p.id = cr.patient_id
    join printing_requests pr on pr.organization_id = cr.organization_id and pr.customer_request_id = cr.id
    where cr.status_id = ${ids(customerRequestStatuses.pending)} and pr.assignment = ${sql.lit(assignment.ownLab)}
      and p.patient_status_id = ${ids(patientStatuses.approved)} and not p.is_on_hold and p.deleted_at is null
      and pr.location_id is not null and pr.ship_date >= ${dayIn(zone, lab.now)}::date
    order by count(*) over (partition by pr.organization_id, pr.location_id) desc, pr.organization_id, pr.location_id, cr.id`.execute(
    db,
  )
  return found.rows
}

/** New prints of cases of the same practice that were completed last. */
async function printAgain(
  db: Db,
  lab: Actor,
  zone: string,
  { organization, location }: Candidate,
  count: number,
): Promise<Candidate[]> {
  const { rows: completed } = await sql<{ id: number }>`
    select p.id from ${rows(labScope, 'patients', 'p')}
    where p.organization_id = ${organization} and p.patient_status_id = ${ids(patientStatuses.completed)} and p.deleted_at is null
      and exists (select 1 from patient_files f where f.organization_id = p.organization_id and f.patient_id = p.id
        and f.kind = 'setup' and f.deleted_at is null)
    order by p.completed_at desc, p.id limit ${count}`.execute(db)
  return db.transaction().execute(async (trx) => {
    const made: Candidate[] = []
    for (const { id } of completed) {
      const request = await requestPrint(
        trx,
        { ...lab, now: before(lab, 120) },
        {
          patient_id: id,
          arches: 3,
          content_type_id: 1,
          insert_brackets: false,
          location_id: location,
          shipping_method: null,
          expected_arrival_date: null,
        },
        zone,
      )
      const found = await sql<Candidate>`
        select ${candidate} from customer_requests cr
        join ${rows(labScope, 'patients', 'p')} on p.organization_id = cr.organization_id and p.id = cr.patient_id
        join printing_requests pr on pr.organization_id = cr.organization_id and pr.customer_request_id = cr.id
        where cr.id = ${request}`.execute(trx)
      made.push(...found.rows)
    }
    return made
  })
}
