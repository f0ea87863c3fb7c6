import { onboardingSteps, type OnboardingStepId } from '../billing/onboarding.ts'

/** Where a step of the checklist leads its reader (`onboarding/guides`). */
export type GuideTarget = 'libraries' | 'desktop' | 'training' | 'first_case' | 'survey'

interface Guide {
  /** What is to be done, to people of the practice. */
  what: string
  /** How long it usually takes. */
  usually: string
  leads?: GuideTarget
}

/** What each step of an onboarding asks, in words: for checklist and mails. */
export const onboardingGuides: Readonly<Record<OnboardingStepId, Guide>> = {
  1: {
    what: 'Choose the brackets that you bond, and add their files to your bracket libraries if you have them.',
    usually: '15 minutes',
    leads: 'libraries',
  },
  2: {
    what: 'Send the lab one full set of the brackets that you chose, and enter the tracking number of the parcel.',
    usually: '1 day',
  },
  3: { what: 'The lab checks your brackets in when the parcel arrives.', usually: '2 to 5 business days' },
  4: {
    what: 'The lab scans your brackets and builds your library.',
    usually: '10 business days',
    leads: 'libraries',
  },
  5: {
    what: 'Download the desktop application and install it on the computer where you review setups.',
    usually: '15 minutes',
    leads: 'desktop',
  },
  6: {
    what: 'Sign in to the desktop application. The lab checks that your license is active.',
    usually: '1 business day',
    leads: 'desktop',
  },
  7: {
    what: 'The lab calls you to schedule the training.',
    usually: '2 business days',
    leads: 'training',
  },
  8: {
    what: 'A trainer shows your team how to submit a case and how to review a setup.',
    usually: '1 hour',
    leads: 'training',
  },
  9: {
    what: 'Start your first case. The lab makes its trays and ships them to you.',
    usually: '10 business days',
    leads: 'first_case',
  },
  10: { what: 'Bond your first case with the trays.', usually: '1 appointment' },
  11: { what: 'Tell the lab how your first weeks went.', usually: '5 minutes', leads: 'survey' },
}

/** Returns the step with this id. @throws RangeError for an unknown id */
export function onboardingStep(id: number): (typeof onboardingSteps)[number] {
  const found = onboardingSteps.find((step) => step.id === id)
  if (!found) throw new RangeError(`No step has the id ${id}.`)
  return found
}

/** The steps that owners and managers complete themselves (`onboarding/who`), by id. */
export const doctorAllowedSteps: number[] = onboardingSteps.filter((step) => 'by_practice' in step).map(({ id }) => id)

/** "Brackets - Send brackets", as lists name the step that is next. */
export const stepTitle = (id: number): string => {
  const { group, label } = onboardingStep(id)
  return `${group} - ${label}`
}
