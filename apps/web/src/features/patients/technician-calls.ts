import { customerRequests } from '@archwire/contract/client/customer-requests'
import { patients } from '@archwire/contract/client/patients'
import { rxForms } from '@archwire/contract/client/rx-forms'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { toast } from '../../lib/toast.ts'

/** The case whose current work it is: the correction of its trays, its open print, before it its setup. */
export type WorkOf = Pick<PatientSummary, 'id' | 'open_request_id' | 'has_pending_flawed_tray_request'>

/**
 * Gives the current work of a case in a list to a person, or to no one; says what came of it. Returns whether it was done.
 * A line of a list does not know its Rx form, so the case is read first.
 */
export async function giveWork(client: QueryClient, row: WorkOf, userId: number | null): Promise<boolean> {
  try {
    const { message } = await (row.open_request_id === null
      ? giveSetup(client, row.id, userId)
      : call(customerRequests.managementData, {
          params: { id: row.open_request_id },
          body: {
            kind: row.has_pending_flawed_tray_request ? 'flawed_tray' : 'printing_request',
            assigned_to: userId,
          },
        }))
    toast.settled(failure(row))
    toast.success(message)
    return true
  } catch (error) {
    toast.error(messageOf(error), failure(row))
    return false
  } finally {
    void refreshShown(client, changesOf(customerRequests.managementData))
  }
}

const failure = ({ id }: WorkOf) => `technician:${id}`

async function giveSetup(client: QueryClient, id: number, assigned_to: number | null): Promise<{ message: string }> {
  const { patient } = await client.fetchQuery({ ...query(patients.get, { params: { id } }), staleTime: 0 })
  // Only a case with a form has work on its setup.
  return call(rxForms.managementData, {
    params: { id: patient.rx_form!.id },
    body: { kind: 'initial_case_setup', assigned_to },
  })
}
