import { names, type SearchTable } from '../core/search-keys.ts'

/** The search keys of the list of flawed trays (2 §7). */
export const flawedTraySearch = {
  /** Which page, from 1. */
  page: 'page',
  /** Rows per page; 5 by default. */
  perPage: 'size',
  /** The column that the rows are ordered by, descending with a minus before it. */
  sort: { orders: ['created_at', 'updated_at', 'id'], initial: '-created_at' },
  /** Trays of the cases of one doctor. */
  'arch.patient.user_id': 'id',
  /** Part of the patient’s name. */
  patient_full_name_like: 'text',
  /** Part of the doctor’s name. */
  doctor_full_name_like: 'text',
  /** 1 Awaiting fix, 2 Corrected. */
  status_id: ['1', '2'],
  /** Without trays of archived cases; those of deleted cases are gone anyway. */
  only_with_patient: ['true', 'false'],
  /** Trays of one organization. */
  organization_id: 'id',
  /** Trays of these organizations, a comma list: the lab’s global filter. */
  chosen_wi_organization_id: 'ids',
  /** Accepted, and without effect: every response includes what it may name. */
  include: names('patient', 'arch', 'file', 'corrected_file', 'organization'),
} as const satisfies SearchTable
