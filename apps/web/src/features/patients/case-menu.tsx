import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { ActionIcon, Menu } from '@mantine/core'
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
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${patient.formatted_name}`}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {me.is_management && (
          <Menu.Item leftSection={<IconSubtask size={16} />} onClick={go('/patient-workflow/$id')}>
            Workflows
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconFileDescription size={16} />} onClick={go('/patient-details/$id')}>
          Details
        </Menu.Item>
        {request !== null && (
          <Menu.Item
            leftSection={<IconPrinter size={16} />}
            onClick={() => void router.navigate({ to: '/requests/$id', params: { id: request } })}
          >
            Request
          </Menu.Item>
        )}
        {onView && (
          <Menu.Item leftSection={<IconRotate3d size={16} />} disabled={!mayView(patient)} onClick={onView}>
            View in 3D
          </Menu.Item>
        )}
        {unfolds && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconViewportTall size={16} />} onClick={unfolds.onToggle}>
              {unfolds.open ? 'Hide' : 'Show More'}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
