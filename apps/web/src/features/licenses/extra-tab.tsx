import { licenses } from '@archwire/contract/client/licenses'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { mostSeats } from '@archwire/contract/licenses/types.ts'
import type { OwnLicense } from '@archwire/contract/licenses/schema.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { NumberField } from '../../ui/form/number-field.tsx'
import { OwnPassword, passwordProblem } from '../../ui/form/own-password.tsx'
import { FieldGroup, RecordForm } from '../../ui/form/record-form.tsx'
import { createForm, useFormPart } from '../../ui/form/store.ts'
import { usePart } from '../../ui/form/use-part.ts'
import { Section } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DeviceList } from './device-list.tsx'
import styles from './licenses.module.css'

/** The seats and devices of a practice, for its owners (`licenses/extra`). */
export function ExtraTab({ organizationId }: { organizationId: number }) {
  const { data } = useSuspenseQuery(query(licenses.ofPractice, { params: { id: organizationId } }))
  const { license, seat_price, charged_seats } = data
  if (!license) return <EmptyState title="This practice has no license." text="Ask the lab for one." />
  return (
    <>
      <Section title="Seats">
        <DescriptionList
          columns
          items={[
            ['Price of a seat', `${formatMoney(seat_price)} a month`],
            ['Included', String(license.seats)],
            ['Bought', String(license.bought_seats)],
            ['Free', String(license.available_seats)],
            [
              data.is_suspended ? 'On the first monthly invoice after the suspension' : 'On the current invoice',
              `${charged_seats} × ${formatMoney(seat_price)}`,
            ],
          ]}
        />
      </Section>
      {data.can.buy_seats && <BuySeats key={organizationId} organizationId={organizationId} own={data} />}
      <DeviceList devices={license.devices} />
    </>
  )
}

interface Values {
  seats: number | null
  current_password: string
}
interface Kept extends Values {
  id: number
  version: number
}

const makeForm = (kept?: Kept) =>
  createForm<Values>({
    initial: { seats: kept?.seats ?? 0, current_password: '' },
    validate: (values) => ({
      ...(!(Number.isInteger(values.seats) && values.seats! >= 0 && values.seats! <= mostSeats) && {
        seats: [`Enter 0 to ${mostSeats} seats.`],
      }),
      ...passwordProblem(values, true),
    }),
  })

/** How many seats the practice buys, at the price that is shown, with the own password (`licenses/bought`). */
function BuySeats({ organizationId, own }: { organizationId: number; own: OwnLicense }) {
  const keptOf = ({ license }: Pick<OwnLicense, 'license'>): Kept => ({
    id: organizationId,
    // The number itself: another one is what somebody else saved.
    version: license?.bought_seats ?? 0,
    seats: license?.bought_seats ?? 0,
    current_password: '',
  })
  const { seat_price } = own
  const part = usePart({
    what: 'number of seats',
    kept: keptOf(own),
    make: makeForm,
    route: licenses.buySeats,
    input: ({ seats: wanted, current_password }) => ({
      params: { id: organizationId },
      body: { seats: wanted!, expected_price: seat_price, current_password },
    }),
    keptOf,
  })
  const { form } = part
  const seats = useFormPart(form, () => form.values().seats)
  return (
    <RecordForm {...part} submit="Save seats">
      <FieldGroup
        title="Buy seats"
        note={<p>Seats work at once. A month charges the most seats that were bought on any of its days.</p>}
      >
        <NumberField
          form={form}
          name="seats"
          label="Bought seats"
          help="0 gives all of them back. Not fewer than the devices need."
          required
        />
        <p className={styles.sum} role="status">
          {Number.isInteger(seats) &&
            `${seats} × ${formatMoney(seat_price)} = ${formatMoney(seats! * seat_price)} a month`}
        </p>
        <OwnPassword form={form} name="current_password" />
      </FieldGroup>
    </RecordForm>
  )
}
