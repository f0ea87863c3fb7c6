import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { licenses } from '@archwire/contract/client/licenses'
import type { License } from '@archwire/contract/licenses/schema.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { formatDay, formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { Tag } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { OrganizationLink } from '../../ui/record-links.tsx'
import { DeviceList } from './device-list.tsx'
import { EditLicense } from './edit-license.tsx'
import { ChangeType, DeleteLicense, SwitchLicense } from './license-acts.tsx'
import { listPath } from './paths.ts'

/** A license with its devices (`licenses/page`). */
export function LicensePage({ id }: { id: number }) {
  const { license } = useSuspenseQuery(query(licenses.get, { params: { id } })).data
  const router = useRouter()
  const { organization, can } = license
  return (
    <Page
      title={nameOf(organization)}
      above={{ label: 'Licenses', to: listPath }}
      badge={
        <>
          {license.expiration_date === null ? <Tag tone="green">On</Tag> : <Tag tone="red">Off</Tag>}
          {organization.is_disabled && <Tag>Disabled</Tag>}
          {organization.is_archived && <Tag>Archived</Tag>}
        </>
      }
      subtitle={<span>License</span>}
      actions={
        can.update && (
          <>
            <ChangeType license={license} />
            <SwitchLicense license={license} />
            {can.delete && <DeleteLicense license={license} onDone={() => void router.navigate({ to: listPath })} />}
          </>
        )
      }
      narrow
    >
      <Section title="Information">
        <LicenseFacts license={license} />
      </Section>
      {can.update && <EditLicense license={license} />}
      <DeviceList devices={license.devices} mayChange={can.update} />
    </Page>
  )
}

const LicenseFacts = ({ license }: { license: License }) => (
  <DescriptionList
    columns
    items={[
      [
        'Organization',
        <OrganizationLink key="organization" id={license.organization.id}>
          {nameOf(license.organization)}
        </OrganizationLink>,
      ],
      ['User', license.user && `${license.user.full_name}, ${readableEmail(license.user.email)}`],
      ['License Type', license.license_type.name],
      ['Activation Date', license.activated_at ? formatInstant(license.activated_at) : 'Never'],
      ['Expiration Date', license.expiration_date ? formatDay(license.expiration_date, true) : '–'],
      ['Seats', `${license.seats} included, ${license.bought_seats} bought, ${license.available_seats} free`],
    ]}
  />
)
