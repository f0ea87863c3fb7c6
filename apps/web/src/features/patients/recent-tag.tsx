import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { useNow } from '../../lib/clock.ts'
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
  const now = useNow()
  const isRecent = (at: string) => now - Date.parse(at) < recently
  if (isRecent(created_at)) return <Tag tone="green">Recently Added</Tag>
  return isRecent(updated_at) ? <Tag tone="blue">Recently Updated</Tag> : null
}
