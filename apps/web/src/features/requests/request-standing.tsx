import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { assignment, assignments, labelOf, labName } from '@archwire/contract/rx-forms/options.ts'
import { useState } from 'react'
import { labToday } from '../../lib/lab.ts'
import { DueDate } from '../../ui/badges.tsx'
import { Standing } from '../../ui/standing.tsx'

/** Who prints now, what comes next, and when it ships. */
export function RequestStanding({ request }: { request: CustomerRequest }) {
  const [today] = useState(labToday)
  const print = request.printing_request
  const open = request.status.key === 'pending'
  return (
    <Standing
      facts={[
        ['With', open && print && whoPrints(request)],
        ['Next', nextOf(request)],
        ['Ships', print?.ship_date && <DueDate key="ship" day={print.ship_date} today={today} done={!open} />],
      ]}
    />
  )
}

function whoPrints({ printing_request: print, patient }: CustomerRequest): string {
  if (print?.assign_to === assignment.inOffice) return patient.doctor_name ?? 'The practice'
  if (print?.assign_to === assignment.thirdParty) return labelOf(assignments, print.assign_to)
  return print?.assigned_to?.full_name ?? labName
}

function nextOf({ status, duplicated, patient, printing_request: print, workflow }: CustomerRequest): string {
  if (status.key === 'completed') return 'Nothing: the request is completed'
  if (status.key === 'canceled') return 'Nothing: the request is canceled'
  if (duplicated) return 'One of the open requests is canceled'
  if (patient.is_on_hold) return 'Waits: the case is on hold'
  const step = workflow?.processes.find(({ finished_at }) => finished_at === null)?.process
  if (step) return step
  return print?.assign_to === assignment.inOffice ? 'The practice prints and completes it' : 'Ship and complete'
}
