import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { get, put } from '../core/route.ts'
import { seesOrganization } from '../required-permissions.ts'
import { NotificationSettings, NotificationSettingsEdit } from './schema.ts'

const rules = ['notices/settings', 'notices/additional-emails', 'notices/who-settings'] as const

export const notificationSettings = {
  get: get('/organizations/{id}/notification-settings', {
    shows: ['organization@params.id', 'user'],
    summary: 'Which kinds of notices a practice gets, and who else gets their emails',
    rules,
    needs: seesOrganization,
    params: IdParams,
    returns: NotificationSettings,
  }),
  update: put('/organizations/{id}/notification-settings', {
    changes: ['organization'],
    summary: 'Choose which kinds of notices a practice gets, and who else gets their emails',
    rules,
    needs: 'organization.notification-settings.update',
    params: IdParams,
    body: NotificationSettingsEdit,
    returns: NotificationSettings.extend({ message: z.string() }),
    example: {
      body: { print_completed: { enabled: true, additional_emails: ['frontdesk@example.com'] } },
    },
  }),
}
