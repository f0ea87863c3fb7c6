import { Button } from '@mantine/core'
import { useSession } from '../../lib/session.tsx'
import { useOpenChecklist } from './getting-started.tsx'

/** Opens the checklist of one's own practice, also once it is completed (`onboarding/checklist`). */
export function ChecklistButton({ id }: { id: number | null }) {
  const { me } = useSession()
  const openChecklist = useOpenChecklist()
  if (id === null || me.is_management) return null
  return (
    <Button size="compact-sm" variant="default" onClick={() => openChecklist(id)}>
      Onboarding Checklist
    </Button>
  )
}
