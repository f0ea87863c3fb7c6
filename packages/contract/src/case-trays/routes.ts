import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { get, post } from '../core/route.ts'
import { CaseTray, CaseTrayBody, CaseTraySummary } from './schema.ts'
import { caseTraySearch } from './search.ts'

/** A tray after a change, and what to tell the person. */
const CaseTrayAnswer = z.strictObject({ case_tray: CaseTray, message: z.string() })

/** Trays of 8. Whatever happens to a tray happens to its cases, too: open pages hear of it by them. */
export const caseTrays = {
  list: get('/patients/case-trays', {
    shows: ['case_tray', 'case'],
    summary: 'Trays of 8 with their cases, the newest first',
    rules: ['trays/lists', 'trays/who'],
    needs: 'patients.view',
    ...listOf({ key: 'case_trays', row: CaseTraySummary, search: caseTraySearch, perPage: 50 }),
  }),
  get: get('/patients/case-trays/{id}', {
    shows: ['case_tray@params.id', 'case'],
    summary: 'A tray of 8 with its cases',
    rules: ['trays/who'],
    needs: 'patients.view',
    params: IdParams,
    returns: z.strictObject({ case_tray: CaseTray }),
  }),
  create: post('/patients/case-trays', {
    changes: ['case_tray', 'case'],
    summary: 'Put one to eight cases into a tray',
    rules: ['trays/of-eight', 'trays/number', 'trays/who'],
    needs: 'case-trays.manage',
    body: CaseTrayBody,
    returns: CaseTrayAnswer,
    example: { body: { tray_number: 'T100', case_ids: [1] } },
  }),
  archive: post('/patients/case-trays/{id}/archive', {
    changes: ['case_tray', 'case'],
    summary: 'Archive a tray together with all its cases',
    rules: ['trays/archive', 'trays/who'],
    needs: 'case-trays.manage',
    params: IdParams,
    returns: CaseTrayAnswer,
  }),
  generateShippingId: post('/patients/case-trays/{id}/shipping-id', {
    changes: ['case_tray', 'case'],
    summary: 'Generate the Tray ID, once',
    rules: ['trays/tray-id', 'trays/who'],
    needs: 'case-trays.manage',
    params: IdParams,
    returns: CaseTrayAnswer,
  }),
}
