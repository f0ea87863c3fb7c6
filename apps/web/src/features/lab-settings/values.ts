import {
  mostSeatPrice,
  rateProblem,
  setFeeProblem,
  settingFields,
  stateProblem,
  type LabSettingsBody,
} from '@archwire/contract/settings/lab-settings.ts'
import type { Settings } from '@archwire/contract/settings/routes.ts'
import { missing, trimmed } from '../../ui/form/checks.ts'
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
  const found = {
    registration_fee: setFeeProblem(values.registration_fee),
    seat_price: setFeeProblem(values.seat_price, mostSeatPrice),
    tax_state: stateProblem(values.tax_state ?? ''),
    tax_rate: rateProblem(values.tax_rate),
    card_fee: rateProblem(values.card_fee),
  }
  return {
    ...settingFields.problems(values),
    ...missing(values, values.promotion_enabled && 'promotion_text'),
    ...Object.fromEntries(Object.entries(found).flatMap(([name, problem]) => (problem ? [[name, [problem]]] : []))),
  }
}

export const makeForm = (kept?: Kept) =>
  createForm<Values>({
    initial: (({ id: _id, version: _version, ...values }) => values)(kept!),
    validate: problemsOf,
  })

export function bodyOf(values: Values, version: number): LabSettingsBody {
  const { tax_state, tax_rate, card_fee, promotion_enabled, promotion_text, promotion_link, ...rest } = trimmed(values)
  return {
    version,
    ...rest,
    registration_fee: rest.registration_fee!,
    seat_price: rest.seat_price!,
    tax: { state: tax_state ?? '', rate: tax_rate! },
    credit_card: { fee: card_fee! },
    promotion: { enabled: promotion_enabled, text: promotion_text, link: promotion_link },
  }
}
