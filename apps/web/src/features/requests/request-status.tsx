import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { assignment, assignments, labelOf, labName } from '@archwire/contract/rx-forms/options.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { DueDate } from '../../ui/badges.tsx'
import { StatusStrip } from '../../ui/status-strip.tsx'
import { mayBeLate } from './may-be-late.ts'
import { Tracking } from './tracking.tsx'

/** Who prints now, what comes next, and when it ships. */
export function RequestStatus({ request }: { request: CustomerRequest }) {
  const { today } = useLabClock()
  const { me } = useSession()
  const { printing_request: print, completed_at: completed } = request
  const open = request.status.key === 'pending'
  return (
    <StatusStrip
      items={[
        ['With', open && whoseTurn(request)],
        ['Next', nextOf(request)],
        [
          'Ships',
          open && print?.ship_date && (
            <DueDate key="ships" day={print.ship_date} today={today} quiet={!mayBeLate(request, roleOf(me))} />
          ),
        ],
        ['Completed', completed && formatInstant(completed)],
        [
          print?.courier?.name ?? 'Tracking',
          print?.tracking_number && <Tracking key="tracking" number={print.tracking_number} courier={print.courier} />,
        ],
      ]}
    />
  )
}

/** While a tray waits, whoever corrects it, then whoever prints (`corrections/work`). */
function whoseTurn(request: CustomerRequest): string {
  const { printing_request: print, flawed_trays_workflow: correction } = request
  if (request.flawed_trays.some(isAwaitingFix)) return makerOf(request, request.corrected_by, correction?.assigned_to)
  return makerOf(request, print?.assign_to ?? assignment.ownLab, print?.assigned_to)
}

function makerOf(
  { patient, third_party_partner: partner }: CustomerRequest,
  maker: number,
  technician: { full_name: string } | null | undefined,
): string {
  if (maker === assignment.inOffice) return patient.doctor_name ?? 'The practice'
  if (technician) return technician.full_name
  return maker === assignment.thirdParty ? (partner ?? labelOf(assignments, maker)) : labName
}

const isAwaitingFix = ({ status }: CustomerRequest['flawed_trays'][number]) => status.key === 'awaiting_fix'

function nextOf(request: CustomerRequest): string {
  const { status, duplicated, patient, printing_request: print, workflow } = request
  if (status.key === 'completed') return 'No next step: the request is completed'
  if (status.key === 'canceled') return 'No next step: the request is canceled'
  if (duplicated) return 'One of the open requests is canceled'
  if (patient.is_on_hold) return 'Waiting: the case is on hold'
  if (request.flawed_trays.some(isAwaitingFix)) return 'The tray is corrected'
  const step = workflow?.processes.find(({ finished_at }) => finished_at === null)?.process
  if (step) return step
  return print?.assign_to === assignment.inOffice ? 'The practice prints and completes it' : 'Ship and complete'
}
