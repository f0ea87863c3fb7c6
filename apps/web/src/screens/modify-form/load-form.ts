import { patients } from '@archwire/contract/client/patients'
import { rxForms } from '@archwire/contract/client/rx-forms'
import type { QueryClient } from '@tanstack/react-query'
import { toast } from '../../lib/toast.ts'
import { query } from '../../lib/query.ts'
import type { Practice } from '../start-case/case-form.ts'
import { readPractice } from '../start-case/load-practice.ts'

/** Loads what the first render needs: the form, its case, the practice. Null where nothing of the form can be changed. */
export async function loadForm(client: QueryClient, id: number): Promise<Practice | null> {
  const { rx_form, metadata } = await client.fetchQuery(query(rxForms.get, { params: { id } }))
  if (metadata.modification_rules.length === 0) {
    toast.info('This Rx form can no longer be changed.')
    return null
  }
  const [practice] = await Promise.all([
    readPractice(client, rx_form.organization_id, rx_form.price),
    client.ensureQueryData(query(patients.get, { params: { id: rx_form.patient_id } })),
  ])
  return practice
}
