import { courierOf } from '@archwire/contract/requests/couriers.ts'
import { requestFields } from '@archwire/contract/requests/fields.ts'
import { completesRequests } from '@archwire/contract/required-permissions.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { missing } from '../../ui/form/checks.ts'
import { MoneyField } from '../../ui/form/number-field.tsx'
import { createForm, useFormPart, type Errors, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

interface Values {
  tracking_number: string
  /** Null: the price list (`requests/fee`). */
  custom_shipping_fee: number | null
}

const validate = ({ custom_shipping_fee: fee, ...values }: Values): Errors<Values> => ({
  ...requestFields.problems(values),
  ...missing(values, 'tracking_number'),
  ...(fee !== null && !(fee < 100_000) && { custom_shipping_fee: ['Enter an amount of 0 or more'] }),
})

/** The empty form of what is said of a parcel when its prints are completed: tracking number and shipping fee. */
export const trackingAndFeeForm = () =>
  createForm<Values>({ initial: { tracking_number: '', custom_shipping_fee: null }, validate })

/** The part of a completion's body that the form holds; an empty fee is left out. */
export const trackingAndFee = ({ tracking_number, custom_shipping_fee }: Values) => ({
  tracking_number: tracking_number.trim(),
  ...(custom_shipping_fee !== null && { custom_shipping_fee }),
})

interface Props {
  form: FormStore<Values>
  /** The help under the number until it is one of a courier that is recognized. */
  numberHelp: string
  feeHelp: string
}

/** The fields for the tracking number of a parcel and, for the lab, its shipping fee (`requests/fee`). */
export function TrackingAndFeeFields({ form, numberHelp, feeHelp }: Props) {
  const { me } = useSession()
  const number = useFormPart(form, () => form.values().tracking_number.trim())
  const courier = courierOf(number, '')
  return (
    <>
      <TextField
        form={form}
        {...requestFields.input('tracking_number')}
        label="Tracking number"
        required
        autoComplete="off"
        focusFirst
        help={courier.link ? `This is a ${courier.name} number.` : numberHelp}
      />
      {allowed(me, undefined, ...completesRequests) && (
        <MoneyField
          form={form}
          name="custom_shipping_fee"
          label="Override shipping fee"
          placeholder="As in the price list"
          help={feeHelp}
        />
      )}
    </>
  )
}
