import { onboardingStep } from '@archwire/contract/onboardings/guides.ts'
import type { OnboardingStepId } from '@archwire/contract/billing/onboarding.ts'
import { accountMail, type LinkedWords } from '../../services/mail/template.ts'
import { stepSentence } from './notice-words.ts'

/** The mail to an owner about a step that waits for the practice (`onboarding/asks`). */
export const stepMail = (name: string, practice: string, step: OnboardingStepId, link: string): LinkedWords =>
  accountMail({
    subject: `Your next step with Archwire: ${onboardingStep(step).label}`,
    greeting: `Dear ${name},`,
    lead: `The onboarding of ${practice} waits for your practice. ${stepSentence(step)}`,
    action: 'Open the checklist',
    link,
  })
