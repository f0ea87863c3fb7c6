import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { assignment, impression } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { inScope, labScope, scoped } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { now } from '../kernel/clock.ts'
import { actorOf, readUser } from '../modules/auth/index.ts'
import { approve, markAsReady, requestChanges, saveNote, submit, toggleHold } from '../modules/cases/index.ts'
import { addFile } from '../modules/files/index.ts'
import { assignPrint, completeRequest, markLabelPrinted } from '../modules/requests/index.ts'
import { saveSteps, setPrintTechnician } from '../modules/work/index.ts'
import { formOf } from './case-form.ts'
import { lendClock, withOwnClock } from './clock.ts'
import type { DemoFiles, Mouth } from './files.ts'
import type { DemoLibraries } from './libraries.ts'
import type { DemoPeople } from './people.ts'
import { fillParcels } from './parcels.ts'
import { planCases, seeded, type CasePlan } from './plan.ts'
import type { Scenes } from './scenes.ts'
import { talkAbout } from './talk.ts'
import { fillTrays } from './trays.ts'

const changes = [
  'Please rotate the upper right central incisor by five degrees and close the space beside the left one.',
  'Overjet is still too large; retract the upper incisors a little more.',
]

/** A demo of fewer cases is for tests that make their own. */
const enoughForParcels = 40

/** Between the upload of a setup and Notify. */
const looksAtSetupMs = 5 * 60_000

interface Making {
  db: Db
  config: Config
  people: DemoPeople
  libraries: DemoLibraries
  files: DemoFiles
  scenes: Scenes | undefined
  random: () => number
  /** Somebody at the time that the case's clock shows. */
  as: (key: string) => Promise<Actor>
  /** Prints so far that nobody has begun. */
  waiting: { prints: number }
}

/**
 * Creates `count` cases over the last four months, each led through the product's own commands at its own times
 * (`plan.ts`).
 */
export async function makeCases(making: Omit<Making, 'random' | 'as' | 'waiting'>, count: number): Promise<void> {
  const { db, config, people } = making
  const plan = planCases({ count, present: now(), zone: config.labZone, productionDays: config.productionDays })
  const random = seeded(7)
  const actors = new Map<string, Actor>()
  const as = async (key: string): Promise<Actor> => {
    const cached = actors.get(key) ?? actorOf((await readUser(db, people.users.get(key)!))!, { id: null, address: '' })
    actors.set(key, cached)
    return { ...cached, now: now() }
  }
  const waiting = { prints: 0 }
  const giveBack = lendClock()
  for (const item of plan) {
    const id = await withOwnClock((set) => oneCase({ ...making, random, as, waiting }, item, set))
    making.scenes?.want(id, item.front)
  }
  await making.scenes?.done()
  giveBack()
  await fillTrays(db, await as('admin'), config.labZone)
  if (count >= enoughForParcels) await fillParcels(db, await as('supervisor'), config.labZone)
  await forgetOldNews(db)
}

/**
 * Events of the last three days notify people by bell and mail; older notices count as sent, and as read. The last write of the demo:
 * it waits for the disk, and so does with it all that was written before.
 */
async function forgetOldNews(db: Db): Promise<void> {
  const recently = new Date(now().getTime() - 3 * 86_400_000)
  await db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = on`.execute(trx)
    await sql`select pg_current_xact_id()`.execute(trx)
    await sql`delete from outbox where name in ('case.announce', 'case.settle-notices') and (payload ->> 'history_id')::bigint in
    (select id from case_history where at < ${recently})`.execute(trx)
    await sql`update message_recipients t set read_at = t.sent_at where ${inScope(labScope, 'message_recipients', 't')}
      and t.sent_at < ${recently}`.execute(trx)
    await sql`update notifications n set read_at = n.created_at where n.read_at is null
      and n.created_at < ${recently}`.execute(trx)
  })
}

async function oneCase(making: Making, plan: CasePlan, set: (at: Date) => void): Promise<number> {
  const { db, config, as, random } = making
  const { index, stage, practice, doctor, technician } = plan
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const at = (time: Date, key: string) => {
    set(time)
    return as(key)
  }
  const organization = making.people.organizations.get(practice)!
  const doctorActor = await at(plan.submitted, doctor)
  const form = formOf(plan, doctorActor, { zone: config.labZone, random })
  if (form.export_type !== null) form.bracket_libraries = (making.libraries.get(practice) ?? []).slice(0, 1)
  if (index % 8 === 0) form.rx_intraoral_photos = await making.files.photos(db, doctorActor, organization)
  if (form.impression_type === impression.scan)
    form.stl_files = await making.files.submission(db, doctorActor, organization, mouthOf(plan))
  const ids = await db.transaction().execute((trx) =>
    submit(trx, doctorActor, organization, form, {
      zone: config.labZone,
      productionDays: config.productionDays,
      printDays: config.printDays,
    }),
  )
  if (plan.held) {
    const lab = await at(plan.held, 'supervisor')
    await db.transaction().execute((trx) =>
      toggleHold(trx, lab, ids.patient_id, {
        on_hold: true,
        reason: 'The lower scan has a gap at the left first molar. Waiting for a rescan.',
        should_notify_doctor: random() > 0.5,
      }),
    )
  }
  if (!plan.begun) return ids.patient_id
  const done = await workSteps(making, ids.patient_id, 'initial_case_setup', {
    technician,
    at: plan.workAt!,
    share: plan.done,
    running: plan.running,
    isOld: stage === 'completed',
    set,
  })
  if (random() > (stage === 'completed' ? 0.85 : 0.5)) {
    const lab = await at(plan.workAt!(0.5), 'supervisor')
    await db.transaction().execute((trx) =>
      saveNote(trx, lab, ids.patient_id, {
        field: 'management_notes',
        text: `Cleaned the scan; ${done} ${done === 1 ? 'step' : 'steps'} recorded.`,
      }),
    )
  }
  await talkAbout({ db, at }, ids.patient_id, plan)
  if (!plan.ready) return ids.patient_id
  const lab = await at(plan.ready, technician)
  await uploadSetup(making, ids.patient_id, lab, organization, plan)
  const sender = await at(new Date(plan.ready.getTime() + looksAtSetupMs), technician)
  await db.transaction().execute((trx) => markAsReady(trx, sender, ids.rx_form_id))
  if (!plan.decided) return ids.patient_id
  const approver = await at(plan.decided, doctor)
  await db
    .transaction()
    .execute((trx) =>
      stage === 'changes'
        ? requestChanges(trx, approver, ids.patient_id, { note: pick(changes) }, config.labZone)
        : approve(trx, approver, ids.patient_id, {}),
    )
  if (stage !== 'changes') await print(making, ids.patient_id, plan, set)
  return ids.patient_id
}

/** What people open first is finer, and of a practice all the same: equal scans are processed once. */
const mouthOf = ({ index, practice, front }: CasePlan): Mouth =>
  front ? { index: practice === 'juniper' ? 1 : 0, fine: true } : { index, fine: false }

/** Prints of completed cases have shipped; of the approved ones some are being printed, some wait for somebody. */
async function print(making: Making, patientId: number, plan: CasePlan, set: (at: Date) => void): Promise<void> {
  const { stage, technician, printed, printAt, shipped } = plan
  const { db, as, random } = making
  const request = await scoped(db, labScope)
    .from('customer_requests')
    .innerJoin('printing_requests as pr', 'pr.customer_request_id', 'customer_requests.id')
    .select(['customer_requests.id', 'pr.id as print'])
    .where('customer_requests.patient_id', '=', patientId)
    .executeTakeFirst()
  if (!request) return
  if (stage !== 'completed') {
    if (printed === undefined) await givePrint(making, request, plan, set)
    else await workSteps(making, patientId, 'printing_request', { technician, at: printAt!, share: printed, set })
    return
  }
  set(shipped!)
  const lab = await as(technician)
  await db.transaction().execute(async (trx) => {
    await markLabelPrinted(trx, lab, request.id, 'patient')
    await markLabelPrinted(trx, lab, request.id, 'shipping')
    await completeRequest(
      trx,
      lab,
      { request: request.id },
      { tracking_number: `1Z999AA1${String(Math.floor(random() * 1e10)).padStart(10, '0')}` },
    )
  })
}

/** Of the prints that nobody has begun the first has no technician, the others have one, or are Harbor's partner's. */
async function givePrint(
  { db, config, people, as, waiting }: Making,
  request: { id: number; print: number },
  { practice, technician, decided }: CasePlan,
  set: (at: Date) => void,
): Promise<void> {
  const turn = waiting.prints % 3
  waiting.prints += 1
  if (turn === 0) return
  set(decided!)
  const lab = await as('supervisor')
  await db
    .transaction()
    .execute((trx) =>
      turn === 2 && practice === 'harbor'
        ? assignPrint(trx, lab, request.print, { assign_to: assignment.thirdParty }, config.labZone)
        : setPrintTechnician(trx, lab, request.id, people.users.get(technician)!),
    )
}

interface StepsMade {
  technician: string
  /** When a share of them was done. */
  at: (share: number) => Date
  share: number
  /** Since when the technician works on the next step. */
  running?: Date | undefined
  /** All steps are saved at once. */
  isOld?: boolean
  set: (at: Date) => void
}

/** A step takes at most an hour; the rest of the time the case waits for the next one. */
const longestStepMs = 3_600_000

/**
 * Records the steps one after the other, `share` of them; the case comes to work when the first one begins, and the next
 * one may be going on. Returns how many are finished.
 */
async function workSteps(
  { db, as }: Making,
  patientId: number,
  kind: 'initial_case_setup' | 'printing_request',
  { technician, at, share, running, isOld, set }: StepsMade,
): Promise<number> {
  const rows = await scoped(db, labScope)
    .from('tech_workflow_processes')
    .innerJoin('tech_workflows as w', 'w.id', 'tech_workflow_processes.tech_workflow_id')
    .select(['tech_workflow_processes.id', 'w.id as workflow'])
    .where('w.patient_id', '=', patientId)
    .where('w.kind', '=', kind)
    .orderBy('position')
    .execute()
  if (rows.length === 0) return 0
  const count = Math.max(1, Math.min(rows.length - (running ? 1 : 0), Math.floor(rows.length * share)))
  const stepOf = (row: { id: number }, start: Date, end: Date | null) => ({
    id: row.id,
    started_at: start.toISOString(),
    finished_at: end && new Date(Math.min(end.getTime(), start.getTime() + longestStepMs)).toISOString(),
  })
  const save = async (time: Date, processes: ReturnType<typeof stepOf>[]) => {
    set(time)
    const actor = await as(technician)
    await db.transaction().execute((trx) => saveSteps(trx, actor, rows[0]!.workflow, { processes }))
  }
  // Old completed cases need no start entry: no one opens them right after the first start.
  if (!isOld) await save(at(0), [stepOf(rows[0]!, at(0), null)])
  const finished = rows.slice(0, count).map((row, index) => stepOf(row, at(index / count), at((index + 0.8) / count)))
  const next = running && rows[count]
  await save(running ?? at(1), next ? [...finished, stepOf(next, running, null)] : finished)
  return count
}

async function uploadSetup(
  making: Making,
  patientId: number,
  actor: Actor,
  organization: number,
  plan: CasePlan,
): Promise<void> {
  for (const file of await making.files.setup(making.db, actor, organization, mouthOf(plan)))
    await making.db.transaction().execute((trx) =>
      addFile(trx, actor, {
        file_path: file.file_path,
        patient_id: patientId,
        patient_file_type_id: patientFileTypes.stl.id,
        kind: 'setup',
        jaws_id: file.jaws_id,
        name: file.name,
        caption: '',
        file_modification_date: null,
      }),
    )
}
