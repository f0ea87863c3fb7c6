import { z } from 'zod'
import { Instant, version } from '../core/fields.ts'
import { areWholeCents } from '../core/money.ts'
import { usStates } from '../core/places.ts'
import { fieldsOf, line } from '../core/record-fields.ts'
import { accepts } from '../core/record-schema.ts'
import { required } from '../core/text.ts'

/** What the lab's people set for the whole lab (`organizations/lab-settings`): limits, messages, and the body of the call. */

/** The largest fee, in dollars. */
export const mostSetFee = 1_000_000
/** The largest price of a seat, in dollars. */
export const mostSeatPrice = 10_000
export const settingWords = {
  noFee: 'Invalid value',
  noRate: 'Enter 0 to 100 percent with at most four decimals.',
  noLink: 'Enter an address that begins with https://.',
  noPromotionLink: 'Enter an address that begins with https://, or a page of the portal that begins with /.',
  noState: 'Choose a state.',
  noText: required,
} as const

/** What is wrong with a fee in dollars; undefined for nothing. */
export const setFeeProblem = (value: number | null, most = mostSetFee): string | undefined =>
  value === null || !Number.isFinite(value) || value < 0 || value > most || !areWholeCents(value)
    ? settingWords.noFee
    : undefined

/** What is wrong with a rate in percent; undefined for nothing. Rates have up to four decimals. */
export const rateProblem = (value: number | null): string | undefined =>
  value === null || !(value >= 0 && value <= 100) || Math.abs(value * 10_000 - Math.round(value * 10_000)) > 1e-6
    ? settingWords.noRate
    : undefined

/** What is wrong with the state that taxes; empty: none does. */
export const stateProblem = (state: string): string | undefined =>
  state === '' || usStates.some(({ id }) => id === state) ? undefined : settingWords.noState

/** What is wrong with a link; it may be empty. `own`: it may lead to a page of the portal, too. */
export function linkProblem(link: string, { own = false } = {}): string | undefined {
  const words = own ? settingWords.noPromotionLink : settingWords.noLink
  if (link === '' || (own && /^\/(?![/\\])/.test(link))) return undefined
  return /^https:\/\/[^\s/]/i.test(link) && URL.canParse(link) ? undefined : words
}

const checked = <T>(schema: z.ZodType<T, T>, problem: (value: T) => string | undefined) =>
  schema.superRefine((value, context) => {
    const message = problem(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
const fee = (most = mostSetFee) =>
  checked(z.number({ error: settingWords.noFee }), (value) => setFeeProblem(value, most))
const rate = () => checked(z.number({ error: settingWords.noRate }), rateProblem)
const link = (own = false) => line(500, { check: (text) => linkProblem(text, { own }) }).optional()

/** The texts of the settings. */
export const settingFields = fieldsOf({
  promotion_text: line(500).optional(),
  promotion_link: link(true),
  desktop_download_url: link(),
  training_url: link(),
  survey_url: link(),
})
const texts = settingFields.table

/** The settings as they are saved: all of them, and the version that the page showed. */
export const LabSettingsBody = z.strictObject({
  version: version(),
  registration_fee: fee(),
  /** What a bought seat costs by the month. */
  seat_price: fee(mostSeatPrice),
  tax: z.strictObject({ state: checked(z.string().max(2), stateProblem), rate: rate() }),
  credit_card: z.strictObject({ fee: rate() }),
  promotion: z
    .strictObject({ enabled: z.boolean(), text: accepts(texts.promotion_text), link: accepts(texts.promotion_link) })
    .superRefine(({ enabled, text }, context) => {
      if (enabled && text === '') context.addIssue({ code: 'custom', path: ['text'], message: settingWords.noText })
    }),
  /** Where the desktop application, training and survey are; empty: no link. */
  desktop_download_url: accepts(texts.desktop_download_url),
  training_url: accepts(texts.training_url),
  survey_url: accepts(texts.survey_url),
})
export type LabSettingsBody = z.infer<typeof LabSettingsBody>

/** Every setting by its place in the body, with what the history calls it. */
export const settingLabels = {
  registration_fee: 'Start-up fee',
  seat_price: 'Price of a seat',
  'tax.state': 'Tax state',
  'tax.rate': 'Tax rate',
  'credit_card.fee': 'Card fee',
  'promotion.enabled': 'Promotion banner',
  'promotion.text': 'Text of the banner',
  'promotion.link': 'Link of the banner',
  desktop_download_url: 'Download of the desktop application',
  training_url: 'Training',
  survey_url: 'Survey',
} as const
export type SettingName = keyof typeof settingLabels

const SettingValue = z.union([z.number(), z.string(), z.boolean()])
/** One save: who changed what, and when. */
export const SettingsChange = z.strictObject({
  version: z.int(),
  created_at: Instant,
  created_by: z.strictObject({ id: z.int(), full_name: z.string() }).nullable(),
  changes: z.array(
    z.strictObject({
      field: z.enum(Object.keys(settingLabels) as [SettingName]),
      before: SettingValue,
      after: SettingValue,
    }),
  ),
})
export type SettingsChange = z.infer<typeof SettingsChange>

/** What only those read who change the settings. */
export const EditedSettings = z.strictObject({
  version: z.int(),
  seat_price: z.number(),
  desktop_download_url: z.string(),
  training_url: z.string(),
  survey_url: z.string(),
  /** The newest first, 50 at most. */
  versions: z.array(SettingsChange),
})
export type EditedSettings = z.infer<typeof EditedSettings>
