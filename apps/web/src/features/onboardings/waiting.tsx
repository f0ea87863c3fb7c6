import type { Onboarding } from '@archwire/contract/onboardings/schema.ts'
import { useTimeAs } from '../../lib/clock.ts'
import { Tag } from '../../ui/badges.tsx'

const dayMs = 86_400_000

/** For how many days nothing happened, once it is a week (`onboarding/waiting`). */
export function Waiting({ onboarding: { is_waiting, moved_at } }: { onboarding: Onboarding }) {
  const days = useTimeAs((now) => Math.floor((now - Date.parse(moved_at)) / dayMs))
  return is_waiting ? <Tag tone="orange">{`Nothing for ${days} days`}</Tag> : null
}
