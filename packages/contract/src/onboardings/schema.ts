import { z } from 'zod'
import { onboardingSteps } from '../billing/onboarding.ts'
import { PracticeOfContract } from '../contracts/schema.ts'
import { actions, Day, day, Instant, reasons, Status, version } from '../core/fields.ts'
import { trackingLength, trackingProblem } from './inputs.ts'

const stepIds = onboardingSteps.map(({ id }) => id)

/** The practice of an onboarding. */
export const OnboardingOrganization = PracticeOfContract.extend({
  /** When the practice signed up. */
  created_at: Instant,
})

/** The onboarding of a practice, as lists show it (`onboarding/steps`). */
export const Onboarding = z.strictObject({
  id: z.int(),
  organization: OnboardingOrganization,
  status: Status,
  /** The step that is next; of a completed one, the last. */
  current_step: z.literal(stepIds),
  metadata: z.strictObject({
    tracking_number: z.string().nullable(),
    estimated_date_of_completion: Day.nullable(),
  }),
  created_at: Instant,
  /** When a step was completed, or its dates and numbers were changed, for the last time; else when it began. */
  moved_at: Instant,
  /** When the last step was completed; null while it is open. */
  completed_at: Instant.nullable(),
  /** Nothing happened for 7 days; to staff alone. */
  is_waiting: z.boolean(),
  /** The library was to be built by now; to staff alone. */
  is_overdue: z.boolean(),
  version: z.int(),
})
export type Onboarding = z.infer<typeof Onboarding>

/** A step of an onboarding, and what became of it. */
export const OnboardingStep = z.strictObject({
  id: z.literal(stepIds),
  group: z.enum(['Brackets', 'Software', 'Bonding', 'Feedback']),
  label: z.string(),
  /** Owners and managers of the practice complete it; the lab's staff can complete every step. */
  by_practice: z.boolean(),
  /** What has to be entered before it is completed; null: nothing. */
  input: z.enum(['tracking_number', 'estimated_date_of_completion']).nullable(),
  is_completed: z.boolean(),
  /** Null for steps of before this was kept. */
  completed_at: Instant.nullable(),
  /** Who completed it; a practice reads the lab's name instead of its people's. Empty where nobody is known. */
  completed_by: z.string(),
})
export type OnboardingStep = z.infer<typeof OnboardingStep>

export const onboardingActions = ['proceed', 'update_metadata'] as const

/** An onboarding with everything that its page and the checklist show. */
export const OnboardingDetails = Onboarding.extend({
  steps: z.array(OnboardingStep),
  /** When the first device signed in with the license of the practice; null: none has. */
  license_activated_at: Instant.nullable(),
  can: actions(...onboardingActions),
  why_not: reasons(...onboardingActions),
})
export type OnboardingDetails = z.infer<typeof OnboardingDetails>

/** What is the same for every onboarding. */
export const OnboardingMeta = z.strictObject({
  /** Steps that owners and managers complete. */
  doctor_allowed_steps: z.array(z.int()),
  /** Where the desktop application, training and survey are; empty: no link. */
  links: z.strictObject({ desktop_download_url: z.string(), training_url: z.string(), survey_url: z.string() }),
})
export type OnboardingMeta = z.infer<typeof OnboardingMeta>

const tracking = () =>
  z
    .string()
    .max(trackingLength.max * 20)
    .superRefine((text, context) => {
      const message = trackingProblem(text)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })

/** `current_step`: the step that the page showed; another one is a 409. Without it, the one that is next is completed. */
export const ProceedBody = z.strictObject({
  current_step: z.literal(stepIds).optional(),
  /** Of "Send brackets", which owners and managers give with the step. */
  tracking_number: tracking().optional(),
})
export type ProceedBody = z.infer<typeof ProceedBody>

/** Dates and numbers of an onboarding: omitted ones stay. */
export const MetadataBody = z.strictObject({
  tracking_number: tracking().optional(),
  estimated_date_of_completion: day().optional(),
  version: version().optional(),
})
export type MetadataBody = z.infer<typeof MetadataBody>
