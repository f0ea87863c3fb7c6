import {
  linkProblem,
  mostSeatPrice,
  rateProblem,
  setFeeProblem,
  settingWords,
  stateProblem,
  type LabSettingsBody,
} from '@archwire/contract/settings/lab-settings.ts'
import type { Settings } from '@archwire/contract/settings/routes.ts'
import { createForm, type Errors } from '../../ui/form/store.ts'

/** The settings as the form holds them; fees in dollars, rates in percent. */
export interface Values {
  registration_fee: number | null
  seat_price: number | null
  /** Null: no state taxes. */
  tax_state: string | null
  tax_rate: number | null
  card_fee: number | null
  promotion_enabled: boolean
  promotion_text: string
  promotion_link: string
  desktop_download_url: string
  training_url: string
  survey_url: string
}

/** The lab has one row of settings. */
export interface Kept extends Values {
  id: number
  version: number
}

/** The settings of a person who may change them. */
export function keptOf({ edited, registration_fee, tax, credit_card, promotion }: Settings): Kept {
  const { version, seat_price, desktop_download_url, training_url, survey_url } = edited!
  return {
    id: 0,
    version,
    registration_fee,
    seat_price,
    tax_state: tax.state || null,
    tax_rate: tax.rate,
    card_fee: credit_card.fee,
    promotion_enabled: promotion.enabled,
    promotion_text: promotion.text,
    promotion_link: promotion.link,
    desktop_download_url,
    training_url,
    survey_url,
  }
}

/** What the server would refuse, in its words. */
export function problemsOf(values: Values): Errors<Values> {
  const found: Record<keyof Values, string | undefined | false> = {
    registration_fee: setFeeProblem(values.registration_fee),
    seat_price: setFeeProblem(values.seat_price, mostSeatPrice),
    tax_state: stateProblem(values.tax_state ?? ''),
    tax_rate: rateProblem(values.tax_rate),
    card_fee: rateProblem(values.card_fee),
    promotion_enabled: undefined,
    promotion_text: values.promotion_enabled && values.promotion_text.trim() === '' && settingWords.noText,
    promotion_link: linkProblem(values.promotion_link.trim(), { own: true }),
    desktop_download_url: linkProblem(values.desktop_download_url.trim()),
    training_url: linkProblem(values.training_url.trim()),
    survey_url: linkProblem(values.survey_url.trim()),
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, problem]) => (problem ? [[name, [problem]]] : [])),
  ) as Errors<Values>
}

export const makeForm = (kept?: Kept) =>
  createForm<Values>({
    initial: (({ id: _id, version: _version, ...values }) => values)(kept!),
    validate: problemsOf,
  })

export const bodyOf = (values: Values, version: number): LabSettingsBody => ({
  version,
  registration_fee: values.registration_fee!,
  seat_price: values.seat_price!,
  tax: { state: values.tax_state ?? '', rate: values.tax_rate! },
  credit_card: { fee: values.card_fee! },
  promotion: {
    enabled: values.promotion_enabled,
    text: values.promotion_text.trim(),
    link: values.promotion_link.trim(),
  },
  desktop_download_url: values.desktop_download_url.trim(),
  training_url: values.training_url.trim(),
  survey_url: values.survey_url.trim(),
})
