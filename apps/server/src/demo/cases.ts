import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { emptyRxForm, type RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { impression } from '@archwire/contract/rx-forms/options.ts'
import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { labScope, scoped } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { now, setClock } from '../kernel/clock.ts'
import { actorOf, readUser } from '../modules/auth/index.ts'
import { approve, markAsReady, requestChanges, saveNote, submit, toggleHold } from '../modules/cases/index.ts'
import { addFile } from '../modules/files/index.ts'
import { completeRequest, markLabelPrinted } from '../modules/requests/index.ts'
import { saveSteps } from '../modules/work/index.ts'
import { demoNames } from './names.ts'
import type { DemoPeople } from './people.ts'
import type { DemoFiles } from './files.ts'

/** How far a demo case has progressed; `share` is the percentage of cases at this point. */
const stages = [
  { name: 'new', share: 14 },
  { name: 'working', share: 16 },
  { name: 'changes', share: 4 },
  { name: 'waiting', share: 16 },
  { name: 'approved', share: 18 },
  { name: 'completed', share: 26 },
  { name: 'held', share: 6 },
] as const
type Stage = (typeof stages)[number]['name']

const notes = [
  'Please keep the midline diastema.',
  'Patient travels in spring; deliver before if possible.',
  'Avoid movement of 13 and 23.',
  'Relapse after earlier treatment.',
]
const changes = [
  'Please rotate tooth 11 by five degrees and close the space between 21 and 22.',
  'Overjet is still too large; retract the upper incisors a little more.',
]

/** A repeatable source of numbers in [0, 1): demo data is the same on every machine. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Creates `count` cases over the last four months, each led through the product's own commands at its own times. */
export async function makeCases(
  db: Db,
  config: Config,
  people: DemoPeople,
  files: DemoFiles,
  count: number,
): Promise<void> {
  const random = seeded(2026)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const present = now()
  const actors = new Map<string, Actor>()
  const as = async (key: string): Promise<Actor> => {
    const cached = actors.get(key) ?? actorOf((await readUser(db, people.users.get(key)!))!, { id: null, address: '' })
    actors.set(key, cached)
    return { ...cached, now: now() }
  }
  for (let index = 0; index < count; index += 1) {
    const stage = stageOf(index, count)
    const age =
      stage === 'new'
        ? random() * 3
        : stage === 'working' || stage === 'changes'
          ? 1 + random() * 6
          : stage === 'waiting'
            ? 2 + random() * 12
            : 8 + random() * 110
    const practice = pick(['summit', 'summit', 'summit', 'harbor', 'harbor', 'juniper'])
    const doctor =
      practice === 'summit'
        ? pick(['doctor', 'doctor', 'doctor2'])
        : practice === 'harbor'
          ? pick(['harbor', 'harbor2'])
          : 'juniper'
    await oneCase({ db, config, people, files, as, pick, random, present, stage, age, practice, doctor, index })
  }
  setClock(undefined)
  await forgetOldNews(db)
}

/** Events of the last three days notify people by bell and mail; older notices count as sent. */
async function forgetOldNews(db: Db): Promise<void> {
  await sql`delete from outbox where name = 'case.announce' and (payload ->> 'history_id')::bigint in
    (select id from case_history where at < ${new Date(now().getTime() - 3 * 86_400_000)})`.execute(db)
}

function stageOf(index: number, count: number): Stage {
  const position = (((index * 37) % count) / count) * 100
  let sum = 0
  for (const stage of stages) if ((sum += stage.share) > position) return stage.name
  return 'completed'
}

interface Making {
  db: Db
  config: Config
  people: DemoPeople
  files: DemoFiles
  as: (key: string) => Promise<Actor>
  pick: <T>(list: readonly T[]) => T
  random: () => number
  present: Date
  stage: Stage
  age: number
  practice: string
  doctor: string
  index: number
}

async function oneCase(making: Making): Promise<void> {
  const { db, config, as, pick, random, present, stage, age, practice, doctor, index } = making
  /** Moves the clock to a share of the way between submission and now. */
  const at = (share: number) => {
    const time = new Date(present.getTime() - age * 86_400_000 * (1 - share))
    setClock(() => time)
    return as
  }
  const organization = making.people.organizations.get(practice)!
  const technician = pick(['tech', 'tech', 'tech2', 'supervisor'])
  const doctorActor = await at(0)(doctor)
  const form = formOf(making, doctorActor)
  const mouth = { index, fine: stage === 'waiting' }
  if (index % 8 === 0) form.rx_intraoral_photos = await making.files.photos(db, doctorActor, organization)
  if (form.impression_type === impression.scan) {
    form.stl_files = await making.files.submission(db, doctorActor, organization, mouth)
  }
  const ids = await db
    .transaction()
    .execute((trx) =>
      submit(trx, doctorActor, organization, form, { zone: config.labZone, productionDays: config.productionDays }),
    )
  if (stage === 'new') return
  if (stage === 'held') {
    const lab = await at(0.3)('supervisor')
    await db.transaction().execute((trx) =>
      toggleHold(trx, lab, ids.patient_id, {
        on_hold: true,
        reason: 'The lower scan has a gap at 36. Waiting for a rescan.',
        should_notify_doctor: random() > 0.5,
      }),
    )
    return
  }
  const done = await workSteps(making, ids.patient_id, technician, stage === 'working' ? 0.5 : 1, at)
  if (random() > 0.5) {
    const tech = await at(0.5)('supervisor')
    await db.transaction().execute((trx) =>
      saveNote(trx, tech, ids.patient_id, {
        field: 'management_notes',
        text: `Cleaned the scan; ${done} steps recorded.`,
      }),
    )
  }
  if (stage === 'working') return
  await uploadSetup(making, ids.patient_id, await at(0.6)(technician), organization)
  const lab = await at(0.65)(technician)
  await db.transaction().execute((trx) => markAsReady(trx, lab, ids.rx_form_id))
  if (stage === 'waiting') return
  const approver = await at(0.8)(doctor)
  await db
    .transaction()
    .execute((trx) =>
      stage === 'changes'
        ? requestChanges(trx, approver, ids.patient_id, { note: pick(changes) }, config.labZone)
        : approve(trx, approver, ids.patient_id, {}),
    )
  await print(making, ids.patient_id, await at(0.95)(technician))
}

/** Prints of completed cases have shipped; some of those of approved ones are in progress. */
async function print({ db, stage, random }: Making, patientId: number, lab: Actor): Promise<void> {
  const request = await scoped(db, labScope)
    .from('customer_requests')
    .select('id')
    .where('patient_id', '=', patientId)
    .executeTakeFirst()
  if (!request) return
  await db.transaction().execute(async (trx) => {
    if (stage === 'completed' || random() < 0.3) await markLabelPrinted(trx, lab, request.id, 'patient')
    if (stage === 'completed') {
      await markLabelPrinted(trx, lab, request.id, 'shipping')
      await completeRequest(
        trx,
        lab,
        { request: request.id },
        { tracking_number: `1Z999AA1${String(Math.floor(random() * 1e10)).padStart(10, '0')}` },
      )
    }
  })
}

/** Starts and finishes the steps one after the other; `share` of them. */
async function workSteps(
  making: Making,
  patientId: number,
  technician: string,
  share: number,
  at: (share: number) => Making['as'],
): Promise<number> {
  const { db } = making
  const actor = await at(0.45)(technician)
  const rows = await scoped(db, labScope)
    .from('tech_workflow_processes')
    .innerJoin('tech_workflows as w', 'w.id', 'tech_workflow_processes.tech_workflow_id')
    .select(['tech_workflow_processes.id', 'w.id as workflow'])
    .where('w.patient_id', '=', patientId)
    .orderBy('position')
    .execute()
  const count = Math.max(1, Math.floor(rows.length * share))
  const start = actor.now.getTime() - count * 35 * 60_000
  const processes = rows.slice(0, count).map((row, index) => ({
    id: row.id,
    started_at: new Date(start + index * 35 * 60_000).toISOString(),
    finished_at: share < 1 && index === count - 1 ? null : new Date(start + (index * 35 + 22) * 60_000).toISOString(),
  }))
  await db.transaction().execute((trx) => saveSteps(trx, actor, rows[0]!.workflow, { processes }))
  return count
}

async function uploadSetup(making: Making, patientId: number, actor: Actor, organization: number): Promise<void> {
  const mouth = { index: making.index, fine: making.stage === 'waiting' }
  for (const file of await making.files.setup(making.db, actor, organization, mouth))
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

function formOf({ pick, random, config, stage, practice }: Making, doctor: Actor): RxFormValues {
  const today = dayIn(config.labZone, doctor.now)
  const [first, last] = [pick(demoNames.first), pick(demoNames.last)]
  const scan = random() < 0.8
  const prints = stage === 'approved' || random() < 0.5
  return {
    ...emptyRxForm(today),
    first_name: first,
    last_name: last,
    case_number_text: random() < 0.7 ? `${last.slice(0, 2)} ${Math.floor(1000 + random() * 9000)}` : '',
    user_id: doctor.userId,
    impression_date: addDays(today, -Math.floor(random() * 6)),
    impression_type: scan ? 4 : pick([1, 2] as const),
    scan_submission_type: scan ? 1 : null,
    scanner_type: scan ? pick([1, 2, 5]) : null,
    products_list: (scan ? pick([16, 32, 32]) : pick([1, 1, 2])) | (prints && random() < 0.4 ? 64 : 0),
    // Harbor's new cases wait for its partner lab, so that a partner's list shows work.
    ...(practice === 'harbor' && stage === 'new' ? { submission_completed_by: 3 as const } : {}),
    export_type: prints ? pick([1, 1, 2]) : null,
    print_assignment: prints ? 1 : null,
    rush_case: random() < 0.06,
    rush_case_authorized_by: 'Patient leaves for college next week',
    shipping_method: prints ? pick(['standard', 'express', 'standard']) : null,
    special_instructions: random() < 0.5 ? pick(notes) : '',
  }
}
