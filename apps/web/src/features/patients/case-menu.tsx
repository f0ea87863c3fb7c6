import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import {
  IconDots,
  IconFileDescription,
  IconPrinter,
  IconRotate3d,
  IconSubtask,
  IconViewportTall,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { use } from 'react'
import { PlacesInList } from '../../lib/list-place.ts'
import { useSession } from '../../lib/session.tsx'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import { mayView, type Viewed } from './view-action.tsx'

interface Props {
  patient: Viewed & Pick<PatientSummary, 'formatted_name' | 'open_request_id'>
  /** Opens the scene; left out where it is in sight. */
  onView?: () => void
  /** In a list whose rows unfold. */
  unfolds?: { open: boolean; onToggle: () => void }
}

/** Where a case leads: of a row of a list, and of its scene. */
export function CaseMenu({ patient, onView, unfolds }: Props) {
  const { me } = useSession()
  const router = useRouter()
  const stateOf = use(PlacesInList)
  const go = (to: '/patient-workflow/$id' | '/patient-details/$id') => () =>
    void router.navigate({ to, params: { id: patient.id }, state: stateOf(patient.id) })
  const request = patient.open_request_id
  return (
    <MenuButton
      label={`Actions for ${patient.formatted_name}`}
      icon={<IconDots size={17} />}
      items={[
        ...(me.is_management
          ? [{ label: 'Workflows', icon: <IconSubtask size={16} />, onClick: go('/patient-workflow/$id') }]
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
}
