import { Announcement } from '../../activities/subscribers.ts'
import { defineJob } from '../../jobs/define.ts'
import { announce } from './announce.ts'

export const paymentDifferenceJobs = [
  /** Notifies the people concerned about a payment to review. */
  defineJob({
    name: 'payment_difference.announce',
    payload: Announcement,
    retry: 'persistent',
    run: announce,
  }),
]
