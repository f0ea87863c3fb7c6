import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { get, post, put } from '../core/route.ts'
import { editsOnboardings, proceedsOnboardings, seesOnboardings } from '../required-permissions.ts'
import { MetadataBody, Onboarding, OnboardingDetails, OnboardingMeta, ProceedBody } from './schema.ts'
import { onboardingSearch } from './search.ts'

const OnboardingAnswer = z.strictObject({ onboarding: OnboardingDetails, meta: OnboardingMeta })
const OnboardingChanged = OnboardingAnswer.extend({ message: z.string() })

export const onboardings = {
  list: get('/onboardings', {
    shows: ['onboarding', 'organization'],
    summary:
      'The onboardings of practices, those on which nothing happened for longest first; a practice’s people get their own',
    rules: ['onboarding/list', 'onboarding/who-reads'],
    needs: seesOnboardings,
    ...listOf({ key: 'onboardings', row: Onboarding, search: onboardingSearch }),
  }),
  get: get('/onboardings/{id}', {
    shows: ['onboarding@params.id', 'organization', 'license', 'lab_settings'],
    summary: 'An onboarding with its steps, and where they lead',
    rules: ['onboarding/page', 'onboarding/checklist', 'onboarding/who-reads'],
    needs: seesOnboardings,
    params: IdParams,
    returns: OnboardingAnswer,
  }),
  proceed: post('/onboardings/{id}/proceed_next_step', {
    changes: ['onboarding', 'organization'],
    summary: 'Complete the step that is next',
    rules: ['onboarding/proceed', 'onboarding/who', 'onboarding/inputs'],
    needs: proceedsOnboardings,
    params: IdParams,
    body: ProceedBody,
    returns: OnboardingChanged,
    example: { body: { current_step: 1 } },
  }),
  saveMetadata: put('/onboardings/{id}/metadata', {
    changes: ['onboarding'],
    summary: 'Change the tracking number and the estimated completion date of an onboarding',
    rules: ['onboarding/inputs', 'onboarding/who'],
    needs: editsOnboardings,
    params: IdParams,
    body: MetadataBody,
    returns: OnboardingChanged,
    example: { body: { tracking_number: '1Z999AA10123456784' } },
  }),
}
