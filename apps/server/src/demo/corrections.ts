import type { FlawCause } from '@archwire/contract/flaw-causes.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import type { Db } from '../db/client.ts'
import { labScope, scoped } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { addFile } from '../modules/files/index.ts'
import { completeRequest, correctTray, requestCorrection } from '../modules/requests/index.ts'
import { saveSteps } from '../modules/work/index.ts'
import type { DemoFiles, Mouth } from './files.ts'
import type { CasePlan } from './plan.ts'
import { workingDays } from './working-days.ts'

/** How far the correction of a demo case has come. */
type Reached = 'pending' | 'working' | 'corrected' | 'completed'

interface Flaw {
  jaw: 1 | 2
  cause: FlawCause
  remark: string
}

/** The correction of a demo case: who prints, who reports what, and how far it has come. */
export interface CorrectionPlan {
  print: 2 | 3
  by: string
  reached: Reached
  flaws: readonly Flaw[]
  reported: Date
  worked: Date
  corrected: Date
  completed: Date
}

const upper: Flaw = {
  jaw: 1,
  cause: 'seating',
  remark: 'The tray rocks on the right side and does not seat over the molars.',
}
const lower: Flaw = {
  jaw: 2,
  cause: 'post_cure',
  remark: 'The material is brittle; a corner broke off when it was taken out.',
}
const shipped: Flaw = { jaw: 1, cause: 'transit', remark: 'The tray arrived bent.' }

const wanted: [practice: string, doctor: string, by: string, print: 2 | 3, Reached, readonly Flaw[]][] = [
  ['juniper', 'juniper', 'juniper', assignment.inOffice, 'pending', [upper, lower]],
  ['juniper', 'juniper', 'juniper', assignment.inOffice, 'working', [upper]],
  ['juniper', 'juniper', 'juniper', assignment.inOffice, 'corrected', [lower]],
  ['juniper', 'juniper', 'juniper', assignment.inOffice, 'completed', [upper]],
  ['harbor', 'harbor', 'partner', assignment.thirdParty, 'pending', [shipped]],
  ['summit', 'doctor', 'doctor', assignment.inOffice, 'completed', [upper]],
  ['summit', 'doctor2', 'doctor2', assignment.inOffice, 'pending', [lower]],
]

/** How many cases of a demo have trays that do not fit. */
export const corrections = wanted.length

/** Demo indices that no other case has, of plain scans. */
const firstIndex = 1020

/** Cases whose trays do not fit, beside those of `planCases`. */
export function planCorrections(present: Date, zone: string): CasePlan[] {
  const { ago } = workingDays(zone, present)
  return wanted.map(([practice, doctor, by, print, reached, flaws], at) => {
    const decided = 3.2 + at * 0.3
    const stretch = (share: number) => ago(decided + 1.8 - share)
    return {
      index: firstIndex + at,
      stage: 'approved',
      practice,
      doctor,
      technician: 'tech',
      submitted: ago(decided + 2.4),
      begun: ago(decided + 1.8),
      ready: ago(decided + 0.5),
      decided: ago(decided),
      workAt: stretch,
      done: 1,
      prints: true,
      rush: false,
      method: 'standard',
      arrival: null,
      front: true,
      correction: {
        print,
        by,
        reached,
        flaws,
        reported: ago(1.6 + at * 0.1),
        worked: ago(1.2),
        corrected: ago(0.7),
        completed: ago(0.3),
      },
    }
  })
}

/** The form of a case that is not printed by the lab. */
export const printedElsewhere = ({ print }: CorrectionPlan): Partial<RxFormValues> => ({
  export_type: 1,
  print_assignment: print,
  insert_brackets_assignment: print,
  jaws_id: 3,
  ...(print === assignment.inOffice ? { shipping_method: null } : {}),
})

/** Between the upload of a corrected file and its sending. */
const looksAtFileMs = 5 * 60_000

interface Making {
  db: Db
  zone: string
  files: DemoFiles
  organization: number
  mouth: Mouth
  /** Someone, at a moment. */
  at: (time: Date, key: string) => Promise<Actor>
  /** Checks the files that were added to the case. */
  checked: (patientId: number) => Promise<void> | undefined
}

/** Reports and corrects the trays of a case through the product's own commands, as far as its plan goes. */
export async function makeCorrection(making: Making, patientId: number, plan: CorrectionPlan, decided: Date) {
  const { db, zone, files, organization, mouth, at, checked } = making
  const add = (
    actor: Actor,
    file: { file_path: string; name: string; jaws_id: 1 | 2 | 3 | null },
    type: 'ios' | 'stl',
  ) =>
    db.transaction().execute((trx) =>
      addFile(trx, actor, {
        ...file,
        patient_id: patientId,
        patient_file_type_id: patientFileTypes[type].id,
        kind: 'correction',
        caption: '',
        file_modification_date: null,
      }),
    )
  const lab = await at(decided, 'tech')
  await add(lab, { ...(await files.desktop(db, lab, organization, mouth)), jaws_id: null }, 'ios')
  await checked(patientId)
  const reporter = await at(plan.reported, plan.by)
  const arches = plan.flaws.map(({ jaw, cause, remark }) => ({
    jaw_type_id: jaw,
    ios_file_id: null,
    is_flawed: true,
    cause,
    remark,
  }))
  const request = await db
    .transaction()
    .execute((trx) =>
      requestCorrection(trx, reporter, organization, { patient_id: patientId, location_id: null, arches }),
    )
  if (plan.reached === 'pending') return
  await work(making, plan, request)
  if (plan.reached === 'working') return
  const corrector = await at(plan.corrected, 'supervisor')
  const trays = await scoped(db, labScope)
    .from('flawed_trays')
    .select(['id', 'jaw_type_id'])
    .where('customer_request_id', '=', request)
    .orderBy('id')
    .execute()
  const made = await files.correction(db, corrector, organization, mouth)
  const fileOf = ({ jaw_type_id }: (typeof trays)[number]) => made.find(({ jaws_id }) => jaws_id === jaw_type_id)!
  const added: number[] = []
  for (const tray of trays) added.push(await add(corrector, fileOf(tray), 'stl'))
  await checked(patientId)
  const sender = await at(new Date(plan.corrected.getTime() + looksAtFileMs), 'supervisor')
  for (const [index, tray] of trays.entries())
    await db.transaction().execute((trx) => correctTray(trx, sender, tray.id, { corrected_file_id: added[index]! }))
  if (plan.reached === 'corrected') return
  const owner = await at(plan.completed, plan.by)
  await db.transaction().execute((trx) => completeRequest(trx, owner, { request }, {}, zone))
}

/** The first step of the correction is done. */
async function work({ db, at }: Making, { worked }: CorrectionPlan, request: number): Promise<void> {
  const [step] = await scoped(db, labScope)
    .from('tech_workflow_processes')
    .innerJoin('tech_workflows as w', 'w.id', 'tech_workflow_processes.tech_workflow_id')
    .select(['tech_workflow_processes.id', 'w.id as workflow'])
    .where('w.customer_request_id', '=', request)
    .orderBy('position')
    .execute()
  const tech = await at(worked, 'tech')
  const [started, finished] = [1_800_000, 600_000].map((before) => new Date(worked.getTime() - before).toISOString())
  await db.transaction().execute((trx) =>
    saveSteps(trx, tech, step!.workflow, {
      processes: [{ id: step!.id, started_at: started!, finished_at: finished! }],
    }),
  )
}
