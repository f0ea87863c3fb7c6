import type { Onboarding } from '@archwire/contract/onboardings/schema.ts'
import { useTimeAs } from '../../lib/clock.ts'
import { Tag } from '../../ui/badges.tsx'

const dayMs = 86_400_000

/** For how many days nothing happened, once it is a week (`onboarding/waiting`). */
export function Waiting({ onboarding: { is_waiting, moved_at } }: { onboarding: Onboarding }) {
  const text = useTimeAs((now) => `Nothing for ${Math.floor((now - Date.parse(moved_at)) / dayMs)} days`)
  return is_waiting ? <Tag tone="orange">{text}</Tag> : null
}
