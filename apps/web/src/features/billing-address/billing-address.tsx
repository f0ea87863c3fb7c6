import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { formatPhone } from '@archwire/contract/core/phone.ts'
import { placeProblems } from '@archwire/contract/core/address-fields.ts'
import { billingAddress } from '@archwire/contract/client/billing-address'
import { billingAddressFields } from '@archwire/contract/billing-address/fields.ts'
import type { BillingAddress as Address, BillingAddressAnswer } from '@archwire/contract/billing-address/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { addressInOneLine } from '../../lib/address.ts'
import { query } from '../../lib/query.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { AddressFields, trimmedAddress } from '../../ui/form/address-fields.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { FieldGroup, RecordForm } from '../../ui/form/record-form.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { usePart } from '../../ui/form/use-part.ts'
import { Section } from '../../ui/page.tsx'
import { EmptyState, ErrorState, PartLoading } from '../../ui/states.tsx'

interface Props {
  organizationId: number
  /** Whether the person changes it, where the server allows it now. */
  mayChange: boolean
}

/** Where the invoices of a practice go (`organizations/billing-address`): a form for those who may change it. */
export function BillingAddress({ organizationId, mayChange }: Props) {
  const answer = useQuery(query(billingAddress.get, { params: { id: organizationId } }))
  const { data } = answer
  if (answer.isError && !data)
    return (
      <Section title="Billing address">
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </Section>
    )
  if (!data)
    return (
      <Section title="Billing address">
        <PartLoading />
      </Section>
    )
  if (mayChange && data.can.update)
    return <EditAddress key={organizationId} organizationId={organizationId} answer={data} />
  return (
    <Section title="Billing address">
      {data.billing_address ? (
        <AddressFacts address={data.billing_address} />
      ) : (
        <EmptyState title="No billing address yet." text="Owners and managers of the practice can add it." />
      )}
    </Section>
  )
}

const AddressFacts = ({ address }: { address: Address }) => (
  <DescriptionList
    columns
    items={[
      ['Name', `${address.first_name} ${address.last_name}`],
      ['Email', readableEmail(address.email)],
      ['Phone Number', formatPhone(address.phone_number)],
      ['Address', addressInOneLine(address)],
    ]}
  />
)

const { table, problems, input } = billingAddressFields
const empty = Object.fromEntries(
  Object.entries(table).map(([name, { usual }]) => [name, usual ?? '']),
) as never as Address

/** The address as a form starts with it; a practice has one at most, so it goes by the practice's id. */
interface Kept extends Address {
  id: number
  version: number
}
const keptOf = (id: number, { billing_address, version }: BillingAddressAnswer): Kept => ({
  ...(billing_address ?? empty),
  id,
  version,
})

const makeForm = (kept?: Kept) =>
  createForm<Address>({
    initial: {
      ...Object.fromEntries(Object.keys(table).map((name) => [name, (kept ?? empty)[name as keyof Address]])),
      email: readableEmail((kept ?? empty).email),
    } as never,
    validate: (values) => ({ ...problems(values), ...placeProblems(values) }),
  })

function EditAddress({ organizationId, answer }: { organizationId: number; answer: BillingAddressAnswer }) {
  const part = usePart({
    what: 'billing address',
    kept: keptOf(organizationId, answer),
    make: makeForm,
    route: billingAddress.update,
    input: (values, version) => ({ params: { id: organizationId }, body: { ...trimmedAddress(values), version } }),
    keptOf: (next) => keptOf(organizationId, next),
  })
  const { form } = part
  return (
    <RecordForm {...part} submit="Save billing address">
      <FieldGroup title="Billing address">
        <TextField form={form} {...input('first_name')} label="First Name" autoComplete="billing given-name" />
        <TextField form={form} {...input('last_name')} label="Last Name" autoComplete="billing family-name" />
        <TextField form={form} {...input('email')} label="Email" type="email" autoComplete="billing email" />
        <PhoneField form={form} name="phone_number" label="Phone Number" required />
        <AddressFields form={form} />
      </FieldGroup>
    </RecordForm>
  )
}
