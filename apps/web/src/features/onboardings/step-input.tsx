import { onboardings } from '@archwire/contract/client/onboardings'
import {
  inputLabels,
  inputWords,
  tidyTracking,
  trackingLength,
  trackingProblem,
  type OnboardingInput,
} from '@archwire/contract/onboardings/inputs.ts'
import type { OnboardingDetails } from '@archwire/contract/onboardings/schema.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { createForm, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { usePart } from '../../ui/form/use-part.ts'

interface TrackingValues {
  tracking_number: string
}
interface DateValues {
  estimated_date_of_completion: string | null
}

/** A form with the tracking number alone, as step 2 asks for it. */
export const trackingForm = (onboarding?: OnboardingDetails): FormStore<TrackingValues> =>
  createForm<TrackingValues>({
    initial: { tracking_number: onboarding?.metadata.tracking_number ?? '' },
    validate: ({ tracking_number }) => {
      const problem = trackingProblem(tracking_number)
      return problem === undefined ? {} : { tracking_number: [problem] }
    },
  })

const dateForm = (onboarding?: OnboardingDetails): FormStore<DateValues> =>
  createForm<DateValues>({
    initial: { estimated_date_of_completion: onboarding?.metadata.estimated_date_of_completion ?? null },
    validate: ({ estimated_date_of_completion: day }) =>
      day === null ? { estimated_date_of_completion: [inputWords.empty] } : {},
  })

export const TrackingField = ({ form }: { form: FormStore<TrackingValues> }) => (
  <TextField
    form={form}
    name="tracking_number"
    label={inputLabels.tracking_number}
    tidy={tidyTracking}
    maxLength={trackingLength.max * 2}
    spellCheck={false}
    autoComplete="off"
    required
  />
)

interface Props {
  onboarding: OnboardingDetails
}

/** What a step asks for, to staff who enter it apart from the step (`onboarding/inputs`). */
export const StepInput = ({ onboarding, input }: Props & { input: OnboardingInput }) =>
  input === 'tracking_number' ? <TrackingInput onboarding={onboarding} /> : <DateInput onboarding={onboarding} />

function TrackingInput({ onboarding }: Props) {
  const part = usePart({
    what: 'tracking number',
    kept: onboarding,
    make: trackingForm,
    route: onboardings.saveMetadata,
    input: (values, version) => ({ params: { id: onboarding.id }, body: { ...values, version } }),
    keptOf: (answer) => answer.onboarding,
  })
  return (
    <RecordForm {...part}>
      <TrackingField form={part.form} />
    </RecordForm>
  )
}

function DateInput({ onboarding }: Props) {
  const part = usePart({
    what: 'estimated completion date',
    kept: onboarding,
    make: dateForm,
    route: onboardings.saveMetadata,
    input: ({ estimated_date_of_completion: day }, version) => ({
      params: { id: onboarding.id },
      body: { estimated_date_of_completion: day!, version },
    }),
    keptOf: (answer) => answer.onboarding,
  })
  const { today } = useLabClock()
  return (
    <RecordForm {...part}>
      <DayField
        form={part.form}
        name="estimated_date_of_completion"
        label={inputLabels.estimated_date_of_completion}
        today={today}
        min={today}
        required
      />
    </RecordForm>
  )
}
