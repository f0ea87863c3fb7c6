import { locations } from '@archwire/contract/client/locations'
import { organizations } from '@archwire/contract/client/organizations'
import { practiceDefaults } from '@archwire/contract/client/practice-defaults'
import { useSuspenseQueries } from '@tanstack/react-query'
import { placeName } from '../../lib/address.ts'
import { query } from '../../lib/query.ts'
import { nameOf, numberBeside } from '../../lib/session.tsx'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { FormPart } from './form-part.tsx'
import { PrintPart } from './print-part.tsx'
import { SetupPart } from './setup-part.tsx'

/** What the page shows, asked for at once. */
function queriesOf(organizationId: number) {
  const input = { params: { id: organizationId } }
  return [
    query(organizations.rxFormPreference, input),
    query(practiceDefaults.initialSetup, input),
    query(practiceDefaults.printRequest, input),
    query(locations.listAssigned, input),
    query(organizations.listMembers, input),
  ] as const
}

interface Props {
  organizationId: number
  above: { label: string; to: string; search?: object }
}

/** Practice defaults as a page of their own (`rx-form/preferences`). */
export function PracticeDefaults({ organizationId, above }: Props) {
  const [{ data }] = useSuspenseQueries({ queries: queriesOf(organizationId) })
  const { organization } = data.metadata
  return (
    <Page
      title="Practice defaults"
      subtitle={[nameOf(organization), numberBeside(organization)].filter(Boolean).join(' · ')}
      above={above}
      narrow
    >
      <DefaultsForms organizationId={organizationId} />
    </Page>
  )
}

/** What the forms of a practice begin with, and who does its work. */
export function DefaultsForms({ organizationId }: { organizationId: number }) {
  const [preference, setup, print, places, people] = useSuspenseQueries({ queries: queriesOf(organizationId) })
  const { metadata } = preference.data
  const { third_party_partner: partner } = metadata
  const doctors = people.data.members
    .filter(({ is_doctor }) => is_doctor)
    .map(({ id, full_name }) => ({ id, label: full_name }))
  const own = places.data.locations.map((place) => ({ id: place.id, label: placeName(place) }))
  if (!metadata.may_change)
    return <Note tone="warning">Only owners and managers of the practice can change these defaults.</Note>
  return (
    <>
      <Note>
        New cases of the practice start with these choices, and each choice can be changed in the case. Submitted cases
        are not affected.
      </Note>
      <FormPart organizationId={organizationId} preference={preference.data} doctors={doctors} locations={own} />
      <SetupPart organizationId={organizationId} setup={setup.data.data} partner={partner} />
      <PrintPart
        organizationId={organizationId}
        print={print.data.data}
        partner={partner}
        locations={own}
        methods={preference.data.shipping_methods}
      />
    </>
  )
}
