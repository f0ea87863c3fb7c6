import { z } from 'zod'
import { IdParams, text, version } from '../core/fields.ts'
import { get, put } from '../core/route.ts'
import { EditedSettings, LabSettingsBody } from './lab-settings.ts'

/** A message of the lab above the lists: one for practices (`doctor`), one for management (`internal`). */
export const Announcement = z.strictObject({
  id: z.int(),
  body: z.string(),
  visibility: z.enum(['doctor', 'internal']),
  updated_at: z.iso.datetime(),
  last_updated_by: z.strictObject({ id: z.int(), full_name: z.string() }).nullable(),
  version: z.int(),
})
export type Announcement = z.infer<typeof Announcement>

/** Characters of an announcement. */
export const announcementLimit = 16_777_000

/** Settings of the whole lab. Money in dollars, rates in percent. */
export const Settings = z.strictObject({
  credit_card: z.strictObject({ fee: z.number() }),
  tax: z.strictObject({ state: z.string(), rate: z.number() }),
  registration_fee: z.number(),
  /** The prefix of links to the desktop application, `dibs://`. */
  deep_link_scheme: z.string(),
  promotion: z.strictObject({ enabled: z.boolean(), text: z.string(), link: z.string() }),
  /** Sibling applications of the apps menu. */
  apps: z.array(z.strictObject({ name: z.string(), link: z.string() })),
  brand: z.strictObject({ name: z.string(), lab: z.string() }),
  /** The lab's time zone; its address, a line each, and its phone number: empty where they are not set. */
  lab: z.strictObject({ time_zone: z.string(), address: z.array(z.string()), phone_number: z.string() }),
  /** Minutes without input after which a session of management ends. */
  management_idle_minutes: z.int(),
  /** Whether the server reaches browsers (`notices/push`). */
  pushes: z.boolean(),
  /** For those who change them (`pricing.update`); null for all others. */
  edited: EditedSettings.nullable(),
})
export type Settings = z.infer<typeof Settings>

/** Accounts of a demo portal: everyone may know their password. */
const DemoAccounts = z.strictObject({
  password: z.string(),
  doors: z.array(
    z.strictObject({
      page: z.enum(['/login', '/management']),
      title: z.string(),
      people: z.array(
        z.strictObject({
          email: z.string(),
          who: z.string(),
          /** What one sees with it. */
          shows: z.string(),
        }),
      ),
    }),
  ),
})

/** What anyone may know of this portal, signed in or not. */
export const Portal = z.strictObject({
  /** How people reach the lab; empty where it is not given. */
  contact: z.strictObject({ phone: z.string(), email: z.string() }),
  /** Null: this portal is no demo. */
  demo: z
    .strictObject({
      ...DemoAccounts.shape,
      /** Cases that are made so far, and how many there will be. */
      cases: z.strictObject({ made: z.int(), total: z.int() }),
      is_complete: z.boolean(),
    })
    .nullable(),
})
export type Portal = z.infer<typeof Portal>

export const settings = {
  portal: get('/portal', {
    shows: [],
    summary: 'How to reach the lab; the accounts of a demo portal, and null on any other',
    rules: ['access/help', 'access/demo'],
    needs: 'public',
    rate: { max: 120, per: 'address' },
    returns: Portal,
  }),
  get: get('/settings', {
    shows: ['lab_settings'],
    summary: 'Fees, promotion, apps and names of the lab',
    rules: ['organizations/lab-settings'],
    needs: 'session',
    returns: z.strictObject({ settings: Settings }),
  }),
  save: put('/settings', {
    changes: ['lab_settings', 'order'],
    summary: 'Change the fees, tax, links and banner of the lab; orders whose closing day begins afterwards use them',
    rules: ['organizations/lab-settings', 'organizations/who-sets'],
    needs: 'pricing.update',
    body: LabSettingsBody,
    returns: z.strictObject({ settings: Settings, message: z.string() }),
    example: {
      body: {
        version: 2_000_000_000,
        registration_fee: 200,
        seat_price: 25,
        tax: { state: 'MN', rate: 6.875 },
        credit_card: { fee: 1.49 },
        promotion: { enabled: false, text: '', link: '' },
        desktop_download_url: 'https://example.com/download',
        training_url: '',
        survey_url: '',
      },
      refused: 409,
    },
  }),
  announcement: get('/settings/announcement', {
    shows: ['announcement'],
    summary: 'The announcement that concerns me, or null when there is none',
    rules: ['notices/announcements'],
    needs: 'session',
    returns: z.strictObject({ announcement: Announcement.nullable() }),
  }),
  announcements: get('/settings/announcements', {
    shows: ['announcement'],
    summary: 'Both announcements, empty ones too, for those who write them',
    rules: ['notices/announcements'],
    needs: 'announcement.update',
    returns: z.strictObject({ announcements: z.array(Announcement) }),
  }),
  saveAnnouncement: put('/settings/announcements/{id}', {
    changes: ['announcement'],
    summary: 'Change an announcement; its audience sees the change at once',
    rules: ['notices/announcements'],
    needs: 'announcement.update',
    params: IdParams,
    bodyLimit: 64 * 1024 * 1024,
    body: z.strictObject({
      body: z.string().max(announcementLimit, 'Maximum character limit exceeded.').pipe(text(announcementLimit)),
      version: version().optional(),
    }),
    returns: z.strictObject({ announcement: Announcement, message: z.string() }),
    example: { body: { body: 'The lab is closed on Thursday.' } },
  }),
}
