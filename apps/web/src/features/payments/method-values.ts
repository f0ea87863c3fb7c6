import type { Day } from '@archwire/contract/core/dates.ts'
import { required } from '@archwire/contract/core/text.ts'
import { paymentMethodFields } from '@archwire/contract/payments/fields.ts'
import { hostedLabels, type HostedName, type MethodKind, type Refusal } from '../../payment-fields/messages.ts'
import { passwordProblem, type WithPassword } from '../../ui/form/own-password.tsx'
import type { Errors } from '../../ui/form/store.ts'

/**
 * The form of a payment method, in the order of the page. Fields of the provider are numbers here: 0 until something is
 * entered, -1 while they are not complete, else how often fields became complete.
 */
export interface MethodValues extends WithPassword {
  kind: MethodKind
  number: number
  cvv: number
  expiry_month: string
  expiry_year: string
  bank_name: string
  bank_account: number
  bank_routing: number
  bank_type: 'checking' | 'savings'
  bank_holder_type: 'personal' | 'business'
  payment_method_nickname: string
}

export const noMethod: MethodValues = {
  kind: 'card',
  number: 0,
  cvv: 0,
  expiry_month: '',
  expiry_year: '',
  bank_name: '',
  bank_account: 0,
  bank_routing: 0,
  bank_type: 'savings',
  bank_holder_type: 'personal',
  payment_method_nickname: '',
  current_password: '',
}

export const kindOptions = [
  { id: 'card', label: 'Card' },
  { id: 'bank', label: 'Bank account' },
] as const
export const bankTypes = [
  { id: 'checking', label: 'Checking' },
  { id: 'savings', label: 'Savings' },
] as const
export const holderTypes = [
  { id: 'personal', label: 'Personal' },
  { id: 'business', label: 'Business' },
] as const

/** The hosted fields of a kind, in their order on the page. */
export const hostedNames = {
  card: hostedLabels.card.map(([name]) => name),
  bank: hostedLabels.bank.map(([name]) => name),
}

const incomplete: Record<HostedName, string> = {
  number: 'Invalid Card Number',
  cvv: 'Invalid CVV',
  bank_account: required,
  bank_routing: required,
}
const invalidDate = ['Invalid Expiration Date']

/** What is wrong with the expiration date of a card: it has to be a month that is not past (`billing/payment-methods`). */
export function expiryProblem(month: string, year: string, today: Day): Errors<MethodValues> {
  if (month === '' && year === '') return { expiry_month: [required], expiry_year: [required] }
  if (!/^(0[1-9]|1[0-2])$/.test(month)) return { expiry_month: invalidDate }
  if (!/^\d{4}$/.test(year)) return { expiry_year: invalidDate }
  if (`${year}-${month}` >= today.slice(0, 7)) return {}
  return year < today.slice(0, 4) ? { expiry_year: invalidDate } : { expiry_month: invalidDate }
}

/** Everything that keeps a payment method from being sent. */
export function methodProblems(values: MethodValues, today: Day, asksPassword: boolean): Errors<MethodValues> {
  const { kind, expiry_month, expiry_year, payment_method_nickname, bank_name } = values
  const hosted = hostedNames[kind].filter((name) => values[name] <= 0)
  return {
    ...Object.fromEntries(hosted.map((name) => [name, [values[name] === 0 ? required : incomplete[name]]])),
    ...(kind === 'card' ? expiryProblem(expiry_month, expiry_year, today) : {}),
    ...paymentMethodFields.problems(
      kind === 'bank' ? { payment_method_nickname, bank_name } : { payment_method_nickname },
    ),
    ...passwordProblem(values, asksPassword),
  }
}

/** What the provider gets besides its own fields and the customer. */
export function detailsOf(values: MethodValues, owner: { first_name: string; last_name: string }) {
  const { kind: method, expiry_month, expiry_year, bank_name, bank_type, bank_holder_type } = values
  const names = { firstname: owner.first_name, lastname: owner.last_name }
  if (method === 'card') return { method, ...names, month: expiry_month, year: expiry_year }
  const person_name = `${owner.first_name} ${owner.last_name}`
  return { method, ...names, person_name, bank_name: bank_name.trim(), bank_type, bank_holder_type }
}

/** The provider's names of fields that have others here. */
const providerNames: Record<string, keyof MethodValues> = {
  card_number: 'number',
  card_cvv: 'cvv',
  card_exp: 'expiry_month',
  month: 'expiry_month',
  exp_month: 'expiry_month',
  year: 'expiry_year',
  exp_year: 'expiry_year',
  account: 'bank_account',
  routing: 'bank_routing',
}

const ofCard: readonly (keyof MethodValues)[] = ['number', 'cvv', 'expiry_month', 'expiry_year']
const ofBank: readonly (keyof MethodValues)[] = [
  'bank_name',
  'bank_account',
  'bank_routing',
  'bank_type',
  'bank_holder_type',
]

/** Divides a refusal of the provider into messages at fields of the form, and what is said above it. */
export function placesOf({ message, fields }: Refusal, kind: MethodKind) {
  const shown = kind === 'card' ? ofCard : ofBank
  const atFields: Record<string, string[]> = {}
  const above: string[] = []
  for (const [name, words] of fields) {
    const own = providerNames[name] ?? (name as keyof MethodValues)
    if (shown.includes(own)) atFields[own] = [...(atFields[own] ?? []), words]
    else above.push(words)
  }
  const isListed = fields.length > 0
  if (!isListed) above.push(message ?? 'Something went wrong, please try again.')
  return { atFields, above: above.length > 0 ? above.join(' ') : undefined }
}
