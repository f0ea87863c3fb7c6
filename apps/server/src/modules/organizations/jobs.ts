import { defineJob } from '../../jobs/define.ts'
import { Announcement } from '../../activities/subscribers.ts'
import { announce } from './announce.ts'

export const organizationJobs = [
  /** Notifies the people concerned about an activity of an organization. */
  defineJob({
    name: 'organization.announce',
    payload: Announcement,
    retry: 'persistent',
    run: announce,
  }),
]
