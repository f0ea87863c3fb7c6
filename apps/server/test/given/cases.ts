import { dayIn } from '@archwire/contract/core/dates.ts'
import type { PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { emptyRxForm, type RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { sql } from 'kysely'
import { labScope, scoped } from '../../src/db/scope.ts'
import { approve, markAsReady, setArchived, submit, toggleHold } from '../../src/modules/cases/index.ts'
import { saveSteps } from '../../src/modules/work/index.ts'
import type { TestApp, TestUser } from '../app.ts'
import type { GivenFiles } from './files.ts'
import type { GivenPeople, GivenPractice } from './people.ts'
import { unique } from './unique.ts'

/** The states of a case. Without prints a case that is approved is Completed at once. */
export type CaseStage = PatientStatus
type Step = 'start' | 'notify' | 'approve'
/** What leads a new case to each state. */
const leading: Record<CaseStage, readonly Step[]> = {
  new: [],
  in_progress: ['start'],
  awaiting_approval: ['start', 'notify'],
  approved: ['start', 'notify', 'approve'],
  completed: ['start', 'notify', 'approve'],
}

export interface GivenCase {
  id: number
  rxFormId: number
  workflowId: number | null
  processIds: number[]
  practice: GivenPractice
}

/** What an Rx form says of a print that the lab makes and ships. */
export const printing = {
  export_type: 1,
  print_assignment: 1,
  insert_brackets_assignment: 1,
  shipping_method: 'standard',
} as const

/** Cases at any stage of their life. */
export function casesIn(
  { connection: { db }, config }: TestApp,
  { user, actor, practice }: GivenPeople,
  { scan, scanFile }: GivenFiles,
) {
  const lab = { zone: config.labZone, productionDays: config.productionDays, printDays: config.printDays }

  /** A form that may be submitted as it is. */
  const form = (practice: GivenPractice, change: Partial<RxFormValues> = {}): RxFormValues => ({
    ...emptyRxForm(dayIn(lab.zone, new Date())),
    first_name: 'Ada',
    last_name: `Case ${unique().toUpperCase()}`,
    user_id: practice.owner.id,
    impression_type: 1,
    products_list: 1,
    ...change,
  })

  /** A case that bonds names a library of its practice, where there is one for everyone (`rx-form/libraries`). */
  async function withLibraries(
    { id }: GivenPractice,
    change: Partial<RxFormValues> = {},
  ): Promise<Partial<RxFormValues>> {
    if (!change.export_type || change.bracket_libraries) return change
    const { rows } = await sql<{ id: number }>`
      select b.id from bracket_libraries b where b.organization_id = ${id} and b.deleted_at is null
        and not exists (select 1 from bracket_library_members m where m.bracket_library_id = b.id)
      order by b.id limit 1`.execute(db)
    return { ...change, bracket_libraries: rows.map((row) => row.id) }
  }

  /** A case that was led to `stage` by the people who would do it. */
  async function oneCase(
    options: {
      stage?: CaseStage
      practice?: GivenPractice
      form?: Partial<RxFormValues>
      /** The jaws that the file of its setup shows. */
      setup?: 1 | 2 | 3
      held?: boolean
      archived?: boolean
      tech?: TestUser
    } = {},
  ): Promise<GivenCase> {
    const at = options.practice ?? (await practice())
    const owner = await actor(at.owner)
    const sent = form(at, await withLibraries(at, options.form))
    const ids = await db.transaction().execute((trx) => submit(trx, owner, at.id, sent, lab))
    const rows = await scoped(db, labScope)
      .from('tech_workflow_processes')
      .innerJoin('tech_workflows as w', 'w.id', 'tech_workflow_processes.tech_workflow_id')
      .select(['tech_workflow_processes.id', 'w.id as workflow'])
      .where('w.patient_id', '=', ids.patient_id)
      .orderBy('position')
      .execute()
    const testCase: GivenCase = {
      id: ids.patient_id,
      rxFormId: ids.rx_form_id,
      workflowId: rows[0]?.workflow ?? null,
      processIds: rows.map((row) => row.id),
      practice: at,
    }
    const wanted = leading[options.stage ?? 'new']
    const tech = wanted.length > 0 ? (options.tech ?? (await user('supervisor'))) : null
    for (const step of wanted) await steps[step](testCase, tech!, options.setup ?? 1)
    if (options.held)
      await db
        .transaction()
        .execute((trx) =>
          toggleHold(trx, owner, testCase.id, { on_hold: true, reason: 'Waiting', should_notify_doctor: false }),
        )
    if (options.archived) {
      const admin = await actor(await user('admin'))
      await db.transaction().execute((trx) => setArchived(trx, admin, testCase.id, true))
    }
    return testCase
  }

  /** Takes what a case costs off the open order, so that it can be deleted (`cases/delete`). */
  const uncharge = ({ id }: { id: number }) =>
    sql`update charges set voided_at = now(), void_reason = 'removed'
      where patient_id = ${id} and order_id is null and voided_at is null`.execute(db)

  const steps: Record<Step, (testCase: GivenCase, techUser: TestUser, setup: 1 | 2 | 3) => Promise<unknown>> = {
    async start(testCase, techUser) {
      const tech = await actor(techUser)
      const started_at = new Date(Date.now() - 60_000).toISOString()
      return db.transaction().execute((trx) =>
        saveSteps(trx, tech, testCase.workflowId!, {
          processes: [{ id: testCase.processIds[0]!, started_at, finished_at: null }],
        }),
      )
    },
    async notify(testCase, techUser, jaws_id) {
      await scanFile(testCase, techUser, { bytes: scan('upper', 2), kind: 'setup', jaws_id, name: 'setup.stl' })
      const tech = await actor(techUser)
      return db.transaction().execute((trx) => markAsReady(trx, tech, testCase.rxFormId, {}, lab.zone))
    },
    async approve(testCase) {
      const owner = await actor(testCase.practice.owner)
      return db.transaction().execute((trx) => approve(trx, owner, testCase.id, {}))
    },
  }

  return { form, case: oneCase, uncharge }
}
export type GivenCases = ReturnType<typeof casesIn>
