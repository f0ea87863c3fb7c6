import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { IconClockEdit, IconSparkles } from '@tabler/icons-react'
import { useTimeAs } from '../../lib/clock.ts'
import { Tag } from '../../ui/badges.tsx'

const recently = 5 * 60_000

interface Props {
  patient: Pick<PatientSummary, 'created_at' | 'updated_at'>
  /** Where the row says "just now" besides. */
  iconOnly?: boolean
}

/**
 * "Recently Added" takes precedence over "Recently Updated"; both disappear after five minutes, in every list of cases
 * (`work/recent`, `organizations/latest`).
 */
export function RecentTag({ patient: { created_at, updated_at }, iconOnly = false }: Props) {
  const word = useTimeAs((now) => {
    const isRecent = (at: string) => now - Date.parse(at) < recently
    return isRecent(created_at) ? 'Added' : isRecent(updated_at) ? 'Updated' : ''
  })
  return (
    word && (
      <Tag
        iconOnly={iconOnly}
        tone={word === 'Added' ? 'green' : 'blue'}
        icon={word === 'Added' ? IconSparkles : IconClockEdit}
      >
        {`Recently ${word}`}
      </Tag>
    )
  )
}
