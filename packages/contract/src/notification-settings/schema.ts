import { z } from 'zod'
import { email, version } from '../core/fields.ts'
import { distinct } from '../core/text.ts'
import type { NotificationKind } from '../notifications/kinds.ts'
import { maxAdditionalEmails, repeatedEmail, sameEmail, tooManyEmails } from './rules.ts'

/** Whether a kind of notice is sent to the practice, and who else gets its emails. */
export const NotificationSetting = z.strictObject({
  enabled: z.boolean(),
  additional_emails: z
    .array(email())
    .max(maxAdditionalEmails, tooManyEmails)
    .refine((emails) => distinct(emails.map(sameEmail)), repeatedEmail),
})
export type NotificationSetting = z.infer<typeof NotificationSetting>

const kinds = {
  setup_requested: NotificationSetting,
  setup_completed: NotificationSetting,
  print_requested: NotificationSetting,
  print_completed: NotificationSetting,
  correction_requested: NotificationSetting,
  correction_completed: NotificationSetting,
  monthly_invoice: NotificationSetting,
  payment_failed: NotificationSetting,
  approval_reminder: NotificationSetting,
} satisfies Record<NotificationKind, typeof NotificationSetting>
/** The settings of all nine kinds. */
export const SettingsByKind = z.strictObject(kinds)
export type SettingsByKind = z.infer<typeof SettingsByKind>

/** The settings of a practice, the addresses of its members to choose from, and the version that an edit names. */
export const NotificationSettings = z.strictObject({
  data: SettingsByKind,
  metadata: z.strictObject({ email_suggestions: z.array(z.string()) }),
  version: z.int(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** An edit: kinds that are left out stay as they are. */
export const NotificationSettingsEdit = SettingsByKind.partial().extend({ version: version().optional() })
export type NotificationSettingsEdit = z.infer<typeof NotificationSettingsEdit>
