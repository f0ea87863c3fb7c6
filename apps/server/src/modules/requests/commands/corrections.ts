import type { FlawCause } from '@archwire/contract/flaw-causes.ts'
import { flawedWorkStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { flawedSteps } from '@archwire/contract/tech-workflows/steps.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { ids } from '../../../db/ids.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, NotFound } from '../../../kernel/errors.ts'
import {
  conclude,
  endRunningSteps,
  lockCase,
  permit,
  setCase,
  type CaseEvent,
  type CaseFacts,
} from '../../case-core/index.ts'
import { listShippable } from '../../locations/index.ts'
import { lockRequest, type RequestFacts } from '../facts.ts'

interface ArchInput {
  jaw_type_id: 1 | 2
  ios_file_id: number | null
  is_flawed: boolean
  cause: FlawCause | null
  remark: string
}
interface CorrectionInput {
  patient_id: number
  location_id: number | null
  arches: ArchInput[]
}

/**
 * Requests the correction of trays (`corrections/ask`): they join the one open request of the case, and the
 * work on flawed trays is New. Returns the request's id.
 */
export async function requestCorrection(
  trx: Trx,
  actor: Actor,
  organizationId: number,
  input: CorrectionInput,
): Promise<number> {
  const facts = await lockCase(trx, actor.scope, { patient: input.patient_id })
  if (facts.organization_id !== organizationId) throw new NotFound('This case')
  permit(actor, facts, 'request_correction')
  const { request } = await lockRequest(trx, actor.scope, { request: await openRequestOf(trx, facts) })
  const ios = await iosFileOf(trx, facts)
  const flawed = input.arches.filter(({ is_flawed }) => is_flawed)
  flawed.forEach(({ ios_file_id }) => {
    if (ios_file_id !== null && ios_file_id !== ios) throw new Invalid({ arches: ['Invalid IOS file provided'] })
  })
  await checkLocation(trx, actor, facts, input.location_id)
  for (const arch of flawed) await insertTray(trx, actor, facts, request, { ...arch, ios, location: input.location_id })
  const ended = await beginFlawedWork(trx, actor, facts, request)
  await setCase(trx, actor, facts, {})
  const arches = flawed.map(({ jaw_type_id }) => labelOf(jaws, jaw_type_id)).join(', ')
  const remarks = flawed.map(({ remark }) => remark.trim()).filter((remark) => remark !== '')
  await conclude(trx, actor, facts, ...ended, {
    event: 'correction_requested',
    note: [arches, ...new Set(remarks)].join(': '),
    announce: true,
    data: { request_id: request.id, kind: 'flawed_tray' },
  })
  return request.id
}

async function openRequestOf(trx: Trx, facts: CaseFacts): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from customer_requests
    where organization_id = ${facts.organization_id} and patient_id = ${facts.id}
      and status_id = ${ids(customerRequestStatuses.pending)}`.execute(trx)
  return rows[0]!.id
}

/** The rules let only a case with exactly one IOS file pass. */
async function iosFileOf(trx: Trx, facts: CaseFacts): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from patient_files
    where organization_id = ${facts.organization_id} and patient_id = ${facts.id}
      and patient_file_type_id = ${ids(patientFileTypes.ios)} and deleted_at is null`.execute(trx)
  return rows[0]!.id
}

/** A corrected tray that a lab prints ships there. @throws Invalid */
async function checkLocation(trx: Trx, actor: Actor, facts: CaseFacts, id: number | null): Promise<void> {
  if (id === null) return
  const places = await listShippable(trx, actor, facts.organization_id, null)
  if (!places.some((place) => place.id === id)) throw new Invalid({ location_id: ['Shipping location is missing.'] })
}

/** The setup of the arch is kept with the tray, to compare the corrected file with. */
async function insertTray(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  arch: Pick<ArchInput, 'jaw_type_id' | 'cause' | 'remark'> & { ios: number; location: number | null },
): Promise<void> {
  await sql`
    insert into flawed_trays (organization_id, patient_id, customer_request_id, jaw_type_id, cause, remark, location_id, file_id,
      stl_file_id, created_by_user_id, created_at, updated_at)
    values (${facts.organization_id}, ${facts.id}, ${request.id}, ${arch.jaw_type_id}, ${arch.cause}, ${arch.remark.trim()},
      ${arch.location}, ${arch.ios}, (
        select s.id from patient_files s where s.organization_id = ${facts.organization_id} and s.patient_id = ${facts.id}
          and s.kind = 'setup' and s.jaws_id in (${arch.jaw_type_id}, 3) and s.deleted_at is null order by s.id desc limit 1),
      ${actor.userId}, ${actor.now}, ${actor.now})`.execute(trx)
}

/**
 * The first trays of a request bring the work on them. Further ones, when the former are corrected, start a further round
 * of it (`work/rounds`): what was recorded stays. Returns what ended with the round before.
 */
async function beginFlawedWork(trx: Trx, actor: Actor, facts: CaseFacts, request: RequestFacts): Promise<CaseEvent[]> {
  const { flawed_workflow_id: workflow } = request
  await sql`update customer_requests set flawed_trays_status_id = ${flawedWorkStatuses.new.id},
      flawed_trays_status_updated_at = ${actor.now}, updated_at = ${actor.now}
    where organization_id = ${request.organization_id} and id = ${request.id}`.execute(trx)
  if (workflow === null) {
    await sql`
      with w as (
        insert into tech_workflows (organization_id, patient_id, kind, customer_request_id)
        values (${request.organization_id}, ${facts.id}, 'flawed_tray', ${request.id}) returning id, round
      ) ${stepsOfRound(request.organization_id)}`.execute(trx)
    return []
  }
  const ended = await endRunningSteps(trx, actor, facts, [workflow])
  await sql`
    with begun as (
      select 1 from tech_workflow_processes s join tech_workflows t on t.organization_id = s.organization_id
        and t.id = s.tech_workflow_id and t.round = s.round
      where t.organization_id = ${request.organization_id} and t.id = ${workflow} and s.started_at is not null limit 1
    ), w as (
      update tech_workflows set round = round + 1, version = version + 1, rounds_asked_at = rounds_asked_at || ${actor.now}::timestamptz
      where organization_id = ${request.organization_id} and id = ${workflow} and exists (select 1 from begun)
      returning id, round
    ) ${stepsOfRound(request.organization_id)}`.execute(trx)
  return ended
}

/** Writes the steps of the round of `w`, which no one has started. */
const stepsOfRound = (organizationId: number) => sql`
  insert into tech_workflow_processes (organization_id, tech_workflow_id, round, position, step, process)
  select ${organizationId}::int, w.id, w.round, x.position, 'Flawed', x.process
  from w, unnest(${[...flawedSteps]}::text[]) with ordinality as x(process, position)`
