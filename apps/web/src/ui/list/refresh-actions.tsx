import { Button } from '@mantine/core'
import { useAutoRefresh } from '../../lib/auto-refresh.ts'
import { useSession } from '../../lib/session.tsx'
import { ToggleChip } from './filter-chips.tsx'

interface Props {
  answer: { isFetching: boolean; isPending: boolean; refetch: () => unknown }
  /** What the list does by itself instead of being fetched as a whole. */
  onAuto?: () => unknown
}

/** A list is fetched again: now, or by itself (`screens/auto-refresh`). */
export function RefreshActions({ answer, onAuto }: Props) {
  const { me } = useSession()
  const autoRefresh = useAutoRefresh(me.id, () => void (onAuto ?? answer.refetch)())
  return (
    <>
      <ToggleChip label="Auto-Refresh" on={autoRefresh.on} onChange={autoRefresh.toggle} />
      <Button
        size="compact-md"
        variant="default"
        loading={answer.isFetching && !answer.isPending}
        onClick={() => void answer.refetch()}
      >
        Refresh
      </Button>
    </>
  )
}
