import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { givenCase } from './given-case.ts'

interface Said extends NonNullable<Parameters<typeof givenCase>[0]> {
  workflow_data?: object
  bundled_shipment_id?: string
  bundled_request_id?: number
}

/** A case in a list of the lab as the server answers it: "Byron 7, Ada", C-7, in progress, without work. */
export const givenRow = (id: number, { workflow_data, ...said }: Said = {}): PatientSummary =>
  ({
    ...givenCase({
      id,
      formatted_name: `Byron ${id}, Ada`,
      case_code: `C-${id}`,
      status: 'in_progress',
      user: null,
      user_id: null,
      ...said,
    }),
    workflow_data: { initial_case_setup: null, printing_request: null, ...workflow_data },
  }) as unknown as PatientSummary

const noCases = { new: 0, in_progress: 0, awaiting_approval: 0, approved: 0, all: 0 }

/** What the lab's list asks of the server: its cases, how many there are per status, the lab's time zone. */
export const labListAnswers = (patients: readonly object[] = [], counts: Partial<typeof noCases> = {}) => ({
  '/patients': { patients, meta: { total: patients.length, page: 1, per_page: 50, last_page: 1, next: null } },
  '/patients/counts_per_status': { counts: { ...noCases, ...counts } },
  '/settings': { settings: { lab: { time_zone: 'America/Denver' } } },
})
