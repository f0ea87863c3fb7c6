import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import {
  IconDots,
  IconExternalLink,
  IconFileDescription,
  IconPrinter,
  IconRotate3d,
  IconSubtask,
  IconTag,
  IconUserCheck,
  IconUserPlus,
  IconViewportTall,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, use, useState } from 'react'
import { desktop } from '../../brand.tsx'
import { desktopPath } from '../../lib/desktop-link.ts'
import { settingsQuery } from '../../lib/lab-settings.ts'
import { PlacesInList } from '../case/list-place.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { choosesOthers } from '../case/technicians.ts'
import { toast } from '../../lib/toast.ts'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import { mayView, type Viewed } from './view-action.tsx'
import { mayBeLate, workOf } from './whose-turn.ts'

const AssignTechnician = lazy(async () => ({ default: (await import('./assign-technician.tsx')).AssignTechnician }))

interface Props {
  patient: Viewed &
    Pick<PatientSummary, 'formatted_name' | 'open_request_id' | 'has_pending_flawed_tray_request' | 'acting'> &
    // The work on it, in a list.
    Partial<Pick<PatientSummary, 'workflow_data'>>
  /** Opens the scene; left out where it is in sight. */
  onView?: () => void
  /** Opens the patient label of its open request. */
  onLabel?: () => void
  /** In a list whose rows unfold. */
  unfolds?: { open: boolean; onToggle: () => void }
}

/** Where a case leads: of a row of a list, and of its scene. */
export function CaseMenu({ patient, onView, onLabel, unfolds }: Props) {
  const { me } = useSession()
  const router = useRouter()
  const stateOf = use(PlacesInList)
  const go = (to: '/patient-workflow/$id' | '/patient-details/$id') => () =>
    void router.navigate({ to, params: { id: patient.id }, state: stateOf(patient.id) })
  const request = patient.open_request_id
  const client = useQueryClient()
  const scheme = useQuery(settingsQuery).data?.settings.deep_link_scheme ?? desktop.scheme
  const [assigning, setAssigning] = useState(false)
  const role = roleOf(me)
  const { workflow_data } = patient
  // While the reader's own side is to act; what is held, done or the doctor's has no one to give it to.
  const work = me.is_management && workflow_data && mayBeLate(patient, role) ? workOf({ workflow_data }) : null
  const take = () =>
    void import('./technician-calls.ts').then(
      ({ giveWork }) => giveWork(client, patient, me.id),
      () => toast.error('Nothing was changed. Please check the connection and try again.', 'take'),
    )
  const menu = (
    <MenuButton
      label={`Actions for ${patient.formatted_name}`}
      icon={<IconDots size={17} />}
      items={[
        ...(me.is_management
          ? [{ label: 'Workflows', icon: <IconSubtask size={16} />, onClick: go('/patient-workflow/$id') }]
          : []),
        ...(work && work.assigned_to?.id !== me.id
          ? [{ label: 'Take', icon: <IconUserCheck size={16} />, onClick: take }]
          : []),
        ...(work && choosesOthers(role)
          ? [{ label: 'Assign technician', icon: <IconUserPlus size={16} />, onClick: () => setAssigning(true) }]
          : []),
        { label: 'Details', icon: <IconFileDescription size={16} />, onClick: go('/patient-details/$id') },
        ...(request === null
          ? []
          : [
              {
                label: 'Request',
                icon: <IconPrinter size={16} />,
                onClick: () => void router.navigate({ to: '/requests/$id', params: { id: request } }),
              },
            ]),
        ...(onView
          ? [{ label: 'View in 3D', icon: <IconRotate3d size={16} />, disabled: !mayView(patient), onClick: onView }]
          : []),
        ...(me.is_management
          ? [
              {
                label: `Open ${desktop.name}`,
                icon: <IconExternalLink size={16} />,
                disabled: patient.deleted_at !== null,
                onClick: () => void window.open(desktopPath(scheme, patient.id), '_blank', 'noopener'),
              },
            ]
          : []),
        ...(onLabel
          ? [{ label: 'Patient Label', icon: <IconTag size={16} />, disabled: request === null, onClick: onLabel }]
          : []),
        ...(unfolds
          ? [
              {
                label: unfolds.open ? 'Hide' : 'Show More',
                icon: <IconViewportTall size={16} />,
                apart: true,
                onClick: unfolds.onToggle,
              },
            ]
          : []),
      ]}
    />
  )
  if (!assigning || !work) return menu
  return (
    <>
      {menu}
      <Suspense>
        <AssignTechnician row={patient} present={work.assigned_to} onClose={() => setAssigning(false)} />
      </Suspense>
    </>
  )
}
