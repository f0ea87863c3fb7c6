import type { PatientSearchKey } from '@archwire/contract/patients/search.ts'
import type pg from 'pg'
import { lastNames } from '../data/names.ts'
import { ownerOf, practiceId, type Sizes } from '../data/sizes.ts'

/** A value that finds many cases and one that finds few, of what both do not apply to only the former. */
export type Values = readonly [broad: string, rare?: string]

/** Staff who look after practices: the first after every second one, the second after the smallest one alone. */
const managers = { many: 1, one: 2 }

/** Open prints that wait to be packed, `p` by its id or `c` by the one that its ready row names. */
const ships = (id: string) => `${id} % 5 = 0`

/**
 * Adds what the cases of the bench do not have and filters ask for: people who look after practices, other shipping
 * methods, requested changes, prints that ship next. Ready rows follow by hand, because only a few of their values change.
 */
export function variedSql(sizes: Sizes): string[] {
  return [
    `update organizations set customer_service_manager_id = ${managers.many} where id % 2 = 0`,
    `update organizations set customer_service_manager_id = ${managers.one} where id = ${practiceId(sizes, sizes.practices - 1)}`,
    `update printing_requests set shipping_method = 'express' where shipping_method is not null and id % 10 = 0`,
    `update printing_requests set shipping_method = 'lightspeed' where shipping_method is not null and id % 1000 = 1`,
    `update patients set changes_asked_at = updated_at where patient_status_id = 1 and id % 5 = 0`,
    `update case_rows set changes_asked = true where patient_status_id = 1 and patient_id % 5 = 0`,
    `update tech_workflow_processes s set started_at = p.created_at, finished_at = p.created_at + interval '1 hour'
     from tech_workflows w join printing_requests p on p.id = w.printing_request_id
     where s.tech_workflow_id = w.id and p.status_id in (1, 2) and ${ships('p.id')} and s.process not in ('Ship QA', 'Ship')`,
    `update case_rows c set row = jsonb_set(c.row, '{workflow_data,printing_request,next_step,process}', '"Ship QA"')
     where jsonb_typeof(c.row #> '{workflow_data,printing_request,next_step}') = 'object' and ${ships("(c.row ->> 'open_request_id')::int")}`,
    ...['organizations', 'tech_workflow_processes', 'printing_requests', 'patients', 'case_rows'].map(
      (table) => `vacuum analyze ${table}`,
    ),
  ]
}

/** Each filter of the lab's list with its values; keys that filter nothing have none. A new key is missing here until it has. */
export async function valuesFor(database: pg.Client, sizes: Sizes): Promise<Record<PatientSearchKey, Values | null>> {
  const { rows } = await database.query<{ tracking_number: string }>(
    'select tracking_number from printing_requests where tracking_number is not null order by id limit 1 offset 1000',
  )
  const tracking = rows[0]?.tracking_number ?? ''
  const [biggest, smallest] = [practiceId(sizes, 0), practiceId(sizes, sizes.practices - 1)].map(String) as [
    string,
    string,
  ]
  const doctors: Values = [String(ownerOf(sizes, 0)), String(ownerOf(sizes, sizes.practices - 1))]
  const year = '2025-11-20,2026-11-20'
  const day = '2026-11-02,2026-11-02'
  const common = lastNames[0]!
  const rareName = lastNames.at(-1)!
  return {
    page: null,
    perPage: null,
    after: null,
    order: null,
    orderBy: null,
    queryName: null,
    'filter[search]': [common, `emma ${rareName}`],
    'filter[doctor]': [common, rareName],
    'filter[doctor_or_organization]': ['Orthodontics', rareName],
    'filter[patient_status_id]': ['1,2,3,4,5', '3'],
    'filter[only_on_hold]': ['1'],
    'filter[asks_doctor_only]': ['1'],
    'filter[changes_asked_only]': ['1'],
    'filter[approved_between]': [year, day],
    'filter[first_round_only]': ['1'],
    // No tray of the bench has a cause.
    'filter[flaw_cause]': null,
    'filter[worked_between]': [year, day],
    'filter[worked_step]': ['Generate Tray,Uploaded', 'Ship QA'],
    'filter[worked_by]': [String(managers.many), String(managers.one)],
    'filter[assigned_to]': [String(managers.many), String(managers.one)],
    'filter[late_only]': ['1'],
    'filter[at_risk_only]': ['1'],
    'filter[stuck_only]': ['1'],
    'filter[arriving_only]': ['1'],
    'filter[unassigned_only]': ['1'],
    'filter[rush_case_only]': ['1'],
    'filter[archived_only]': ['1'],
    'filter[only_deleted]': ['1'],
    'filter[shipping]': ['1'],
    'filter[without_tray]': ['1'],
    'filter[active_request_only]': ['0', '1'],
    'filter[cancelled]': ['1'],
    'filter[with_cancelled]': ['1'],
    'filter[created_at_between]': [year, day],
    'filter[completed_case_between]': [year, day],
    'filter[shipped_between]': [year, day],
    'filter[ship_date_between]': [year, day],
    'filter[impression_type]': ['4', '2'],
    'filter[products_list]': ['1', '32'],
    'filter[locations]': [biggest, smallest],
    'filter[insert_brackets]': ['1'],
    'filter[customer_service_manager]': [String(managers.many), String(managers.one)],
    // No practice of the bench has a type.
    'filter[organization_type]': null,
    'filter[request_step]': ['Generate Tray,Uploaded', 'Ship QA'],
    'filter[shipping_type_filter]': ['standard', 'lightspeed'],
    'filter[tracking_number]': [tracking, 'none 000'],
    'filter[organization_id]': [biggest, smallest],
    'filter[user_id]': doctors,
    requestTypeStatus: ['initial_case_setup.0,printing_request.0', 'printing_request.4'],
    requestAssignments: ['1,2,3', '3'],
    queryUser: doctors,
    queryOrganization: [biggest, smallest],
    chosen_wi_organization_id: [biggest, smallest],
  }
}
