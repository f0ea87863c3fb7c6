import { Announcement } from '../../activities/subscribers.ts'
import { defineJob } from '../../jobs/define.ts'
import { announce } from './announce.ts'

export const onboardingJobs = [
  /** Asks a practice for a step of its own. */
  defineJob({
    name: 'onboarding.announce',
    payload: Announcement,
    retry: 'persistent',
    run: announce,
  }),
]
