import { writeMention } from '@archwire/contract/conversations/mentions.ts'
import type { Misfit } from '@archwire/contract/conversations/schema.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { ids } from '../db/ids.ts'
import { labScope, rows } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { shippedTrays } from '../modules/case-core/index.ts'
import { sendMessage } from '../modules/conversations/index.ts'
import { workingDays } from './working-days.ts'

/** What practices report of trays that the lab made, how many working days ago, and what the lab answered. */
const reports = [
  { text: 'It rocks on the right side and does not seat over the molars.', cause: 'seating', reported: 0.4 },
  {
    text: 'The parcel was dented, and the tray is bent.',
    cause: 'transit',
    reported: 1.5,
    answer: 'We are sorry. Please send a photo of the tray on the model; we will print it again free of charge.',
    answered: 1.1,
  },
] as const

interface Shipped {
  patient: number
  doctor: number
  arches: 1 | 2 | 3
}

/** Trays of the lab that do not fit: one report waits for the lab, one is answered (`cases/misfit`). */
export async function reportMisfits(
  db: Db,
  who: { lab: Actor; doctors: readonly Actor[] },
  zone: string,
): Promise<void> {
  const { ago } = workingDays(zone, who.lab.now)
  const byId = new Map(who.doctors.map((actor) => [actor.userId, actor]))
  const found = await shippedBefore(db, [...byId.keys()], ago(2))
  for (const [at, report] of reports.entries()) {
    const tray = found[at]
    if (!tray) return
    const send = async (actor: Actor, now: Date, text: string, misfit: Misfit | null) =>
      db.transaction().execute(async (trx) => {
        const message = { text, photo_ids: [], pin_id: null, misfit, releases_hold_id: null }
        await sendMessage(trx, { ...actor, now }, tray.patient, message)
      })
    const arches = tray.arches === 3 ? 1 : tray.arches
    await send(byId.get(tray.doctor)!, ago(report.reported), report.text, { arches, cause: report.cause })
    if ('answer' in report)
      await send(who.lab, ago(report.answered), `${writeMention(tray.doctor)} ${report.answer}`, null)
  }
}

/** Completed cases of these doctors whose trays the lab shipped before a moment, the latest first, one a doctor. */
async function shippedBefore(db: Db, doctors: readonly number[], until: Date): Promise<Shipped[]> {
  const { rows: found } = await sql<Shipped>`
    select patient, doctor, arches from (
      select distinct on (p.user_id) p.id as patient, p.user_id as doctor,
        (${shippedTrays} ->> 'arches')::int as arches, pr.completed_at
      from printing_requests pr
      join ${rows(labScope, 'patients', 'p')} on p.organization_id = pr.organization_id and p.id = pr.patient_id
      where p.user_id = any(${[...doctors]}::int[]) and p.patient_status_id = ${ids(patientStatuses.completed)} and p.deleted_at is null and not p.is_on_hold
        and pr.completed_at < ${until} and (${shippedTrays} ->> 'until')::timestamptz > now()
      order by p.user_id, pr.completed_at desc, pr.id) newest
    order by completed_at desc, patient limit ${reports.length}`.execute(db)
  return found
}
