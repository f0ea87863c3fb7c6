import { inputLabels, type OnboardingInput } from '@archwire/contract/onboardings/inputs.ts'
import type { OnboardingDetails } from '@archwire/contract/onboardings/schema.ts'
import { formatDay } from '../../lib/format.ts'

interface Props {
  onboarding: OnboardingDetails
  input: OnboardingInput
}

/** What was entered at a step, to those who only read it. */
export function Entered({ onboarding: { metadata }, input }: Props) {
  const value = metadata[input]
  if (value === null) return null
  return (
    <p>
      {inputLabels[input]}:{' '}
      <span className="numeric" translate="no">
        {input === 'tracking_number' ? value : formatDay(value, true)}
      </span>
    </p>
  )
}
