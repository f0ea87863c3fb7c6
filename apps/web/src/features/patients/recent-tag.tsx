import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { useTimeAs } from '../../lib/clock.ts'
import { Tag } from '../../ui/badges.tsx'

const recently = 5 * 60_000

/**
 * "Recently Added" takes precedence over "Recently Updated"; both disappear after five minutes, in every list of cases
 * (`work/recent`, `organizations/latest`).
 */
export function RecentTag({
  patient: { created_at, updated_at },
}: {
  patient: Pick<PatientSummary, 'created_at' | 'updated_at'>
}) {
  const word = useTimeAs((now) => {
    const isRecent = (at: string) => now - Date.parse(at) < recently
    return isRecent(created_at) ? 'Added' : isRecent(updated_at) ? 'Updated' : ''
  })
  return word && <Tag tone={word === 'Added' ? 'green' : 'blue'}>Recently {word}</Tag>
}
