import { Button } from '@mantine/core'
import { useAutoRefresh } from '../../lib/auto-refresh.ts'
import { useSession } from '../../lib/session.tsx'
import { ToggleChip } from './filter-chips.tsx'

interface Props {
  answer: { isFetching: boolean; isPending: boolean; refetch: () => unknown }
}

/** A list is fetched again: now, or by itself (`screens/auto-refresh`). */
export function RefreshActions({ answer }: Props) {
  const { me } = useSession()
  const autoRefresh = useAutoRefresh(me.id, () => void answer.refetch())
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
