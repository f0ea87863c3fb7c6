import type { CaseStage } from '../given.ts'
import type { Kind } from './kinds.ts'

/** Where the records of a route's example must stand for it; all others are tried on a case that is approved and printed. */
export const stages: Record<string, CaseStage> = {
  'POST /patients/{id}/approve': 'awaiting_approval',
  'POST /patients/{id}/setup_shown': 'awaiting_approval',
  'POST /patients/{id}/request_changes': 'awaiting_approval',
  'POST /patients/{id}/complete_setup': 'in_progress',
  'POST /rx_forms/{id}/mark_as_ready': 'in_progress',
  'POST /rx_forms/{id}/assign': 'new',
  'POST /rx_forms/{id}/management_data': 'in_progress',
  'POST /patients/technician': 'in_progress',
  'PATCH /rx_forms/{id}': 'new',
  'POST /rx_forms/{id}/cancel': 'new',
  'DELETE /rx_forms/{id}': 'new',
  'PUT /tech-workflows/{id}/processes': 'in_progress',
  // The file is one of the setup.
  'DELETE /patient_files/{id}': 'in_progress',
}

/** Records that a route's example needs and does not name: a setup to show or to send. */
export const needs: Record<string, readonly Kind[]> = {
  'POST /rx_forms/{id}/mark_as_ready': ['patient_files'],
  'POST /patients/{id}/complete_setup': ['patient_files'],
  'POST /patients/{id}/share_links': ['patient_files'],
  'POST /organizations/{id}/arch': ['ios_files'],
  'POST /flawed_trays/{id}/corrected': ['correction_files'],
  'POST /patients/{id}/charge': ['orders'],
}
