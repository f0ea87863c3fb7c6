import { counted } from '@archwire/contract/core/counted.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { assignment, impression } from '@archwire/contract/rx-forms/options.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { labScope, scoped } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { approve, markAsReady, requestChanges, saveNote, submit, toggleHold } from '../modules/cases/index.ts'
import { addFile } from '../modules/files/index.ts'
import { assignPrint, completeRequest, markLabelPrinted } from '../modules/requests/index.ts'
import { setPrintTechnician } from '../modules/work/index.ts'
import { formOf } from './case-form.ts'
import type { CheckFiles } from './checks.ts'
import { makeCorrection, printedElsewhere } from './corrections.ts'
import { mouthOf, type DemoFiles, type Mouth } from './files.ts'
import { holdOf } from './hold.ts'
import type { DemoLibraries } from './libraries.ts'
import type { DemoPeople } from './people.ts'
import type { CasePlan } from './plan.ts'
import { workSteps } from './steps.ts'
import { isTalkedAbout, talkAbout } from './talk.ts'

const changes = [
  'Please rotate the upper right central incisor by five degrees and close the space beside the left one.',
  'Overjet is still too large; retract the upper incisors a little more.',
]

/** Between the upload of a setup and Notify. */
const looksAtSetupMs = 5 * 60_000

/** What a case is made with. */
export interface Making {
  db: Db
  config: Config
  people: DemoPeople
  libraries: DemoLibraries
  files: DemoFiles
  /** Undefined where files are checked by the usual job. */
  checkFiles: CheckFiles | undefined
  random: () => number
  /** Someone at the time that the case's clock shows. */
  as: (key: string) => Promise<Actor>
  /** Prints so far that no one has started, and requests for changes. */
  waiting: { prints: number; changes: number }
}

/** Creates one case and leads it as far as its plan says. Returns its id. */
export async function oneCase(making: Making, plan: CasePlan, set: (at: Date) => void): Promise<number> {
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
  if (plan.correction) Object.assign(form, printedElsewhere(plan.correction))
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
  await making.checkFiles?.(db, ids.patient_id, set)
  if (plan.held) {
    const lab = await at(plan.held, 'supervisor')
    await db.transaction().execute((trx) => toggleHold(trx, lab, ids.patient_id, holdOf(random() > 0.5)))
  }
  if (!plan.begun) return ids.patient_id
  const done = await workSteps(making, ids.patient_id, 'initial_case_setup', {
    technician,
    at: plan.workAt!,
    share: plan.done,
    running: plan.running,
    isOld: stage === 'completed' && !isTalkedAbout(plan),
    set,
    meanwhile: () => talkAbout({ db, at }, ids.patient_id, plan),
  })
  if (random() > (stage === 'completed' ? 0.85 : 0.5)) {
    const lab = await at(plan.running ?? plan.workAt!(1), 'supervisor')
    await db.transaction().execute((trx) =>
      saveNote(trx, lab, ids.patient_id, {
        field: 'management_notes',
        text: `Cleaned the scan; ${counted(done, 'step')} recorded.`,
      }),
    )
  }
  if (!plan.ready) return ids.patient_id
  const lab = await at(plan.ready, technician)
  await uploadSetup(making, ids.patient_id, lab, organization, mouthOf(plan), set)
  const sender = await at(new Date(plan.ready.getTime() + looksAtSetupMs), technician)
  await db.transaction().execute((trx) => markAsReady(trx, sender, ids.rx_form_id, {}, config.labZone))
  if (!plan.decided) return ids.patient_id
  if (plan.asked) {
    const asker = await at(plan.asked, doctor)
    const note = changes[index % changes.length]!
    await db.transaction().execute((trx) => requestChanges(trx, asker, ids.patient_id, { note }, config.labZone))
    await makeAgain(making, ids, plan, plan.againAt!, set)
  }
  const approver = await at(plan.decided, doctor)
  await db
    .transaction()
    .execute((trx) =>
      stage === 'changes'
        ? requestChanges(trx, approver, ids.patient_id, { note: pick(changes) }, config.labZone)
        : approve(trx, approver, ids.patient_id, {}),
    )
  if (plan.correction)
    await makeCorrection(
      {
        db,
        zone: config.labZone,
        files: making.files,
        organization,
        mouth: mouthOf(plan),
        at,
        checked: (id) => making.checkFiles?.(db, id, set),
      },
      ids.patient_id,
      plan.correction,
      plan.decided,
    )
  else if (stage === 'changes') await rework(making, ids, plan, set)
  else await print(making, ids.patient_id, plan, set)
  return ids.patient_id
}

/**
 * The second round of a setup whose doctor asked for changes: of the first of three no one has started it, the next is
 * being worked on, the last was made and sent again.
 */
async function rework(
  making: Making,
  ids: { patient_id: number; rx_form_id: number },
  plan: CasePlan,
  set: (at: Date) => void,
): Promise<void> {
  const { waiting } = making
  const { technician, reworkAt } = plan
  const turn = waiting.changes % 3
  waiting.changes += 1
  if (turn === 0) return
  if (turn === 2) return makeAgain(making, ids, plan, reworkAt!, set)
  const at = (share: number) => reworkAt!(share * 0.8)
  await workSteps(making, ids.patient_id, 'initial_case_setup', { technician, at, share: 0.5, set })
}

/** The second round of a setup, made and sent. */
async function makeAgain(
  making: Making,
  ids: { patient_id: number; rx_form_id: number },
  plan: CasePlan,
  madeAt: (share: number) => Date,
  set: (at: Date) => void,
): Promise<void> {
  const { db, as, people } = making
  const { technician, practice } = plan
  const at = (share: number) => madeAt(share * 0.8)
  await workSteps(making, ids.patient_id, 'initial_case_setup', { technician, at, share: 1, set })
  set(madeAt(0.9))
  const mouth = { ...mouthOf(plan), changed: true }
  await uploadSetup(making, ids.patient_id, await as(technician), people.organizations.get(practice)!, mouth, set)
  set(madeAt(1))
  const sender = await as(technician)
  await db.transaction().execute((trx) => markAsReady(trx, sender, ids.rx_form_id, {}, making.config.labZone))
}

/** Prints of completed cases have shipped; of the approved ones some are being printed, some wait for someone. */
async function print(making: Making, patientId: number, plan: CasePlan, set: (at: Date) => void): Promise<void> {
  const { stage, technician, printed, printAt, shipped } = plan
  const { db, config, as, random } = making
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
      config.labZone,
    )
  })
}

/** Of the prints that no one has started the first has no technician, the others have one, or are Harbor's partner's. */
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
        : setPrintTechnician(trx, lab, request.id, 'printing_request', people.users.get(technician)!),
    )
}

async function uploadSetup(
  making: Making,
  patientId: number,
  actor: Actor,
  organization: number,
  mouth: Mouth,
  set: (at: Date) => void,
): Promise<void> {
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
  await making.checkFiles?.(making.db, patientId, set)
}
