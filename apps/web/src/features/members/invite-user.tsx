import { organizations } from '@archwire/contract/client/organizations'
import { mayGrant } from '@archwire/contract/users/granting.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '../../lib/query.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { OrganizationField } from '../../ui/form/organization-field.tsx'
import { FieldGroup, Wide } from '../../ui/form/record-form.tsx'
import { createForm, useFormPart } from '../../ui/form/store.ts'
import type { SearchTexts } from '../../ui/list/list-state.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState, Note } from '../../ui/states.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import type { inviteSearch } from './invite-search.ts'
import styles from './invitations.module.css'

type Kind = 'practice' | 'partner'
const kinds = [
  { id: 'practice', label: 'Practice' },
  { id: 'partner', label: 'Partner lab' },
] as const

interface Props {
  search: SearchTexts<typeof inviteSearch>
  onSearch: (next: SearchTexts<typeof inviteSearch>) => void
}

/** Invites people into an organization, and shows who was invited there (`people/who-invites`). */
export function InviteUser({ search, onSearch }: Props) {
  const id = search.organization_id === undefined ? null : Number(search.organization_id)
  const kind: Kind = search.kind === 'partner' ? 'partner' : 'practice'
  return (
    <Page
      title="Invite User"
      above={{ label: 'Users', to: '/users' }}
      subtitle="The person gets an email with a link to join the organization."
      narrow
    >
      <div className={styles.parts}>
        <OrganizationPart
          id={id}
          kind={kind}
          onChoose={(next, nextKind) =>
            onSearch({
              ...(next !== null && { organization_id: String(next) }),
              ...(nextKind === 'partner' && { kind: nextKind }),
            })
          }
        />
        {id === null ? (
          <EmptyState
            title="No organization is chosen."
            text="Choose the organization that the person joins. Its open invitations are listed here, too."
          />
        ) : (
          <OfOrganization key={kind} id={id} kind={kind} />
        )}
      </div>
    </Page>
  )
}

interface OrganizationPartProps {
  id: number | null
  kind: Kind
  onChoose: (id: number | null, kind: Kind) => void
}

/** Which organization; the address holds the choice. */
function OrganizationPart({ id, kind, onChoose }: OrganizationPartProps) {
  const { me } = useSession()
  const [form] = useState(() =>
    createForm<{ kind: Kind; organization_id: number | null }>({
      initial: { kind, organization_id: id },
      validate: () => ({}),
    }),
  )
  useEffect(() => {
    form.set('organization_id', id)
    form.set('kind', kind)
  }, [form, kind, id])
  const shown = useFormPart(form, () => form.values().kind)
  return (
    <FieldGroup title="Organization">
      {mayGrant(roleOf(me), 'lab_partner') && (
        <Wide>
          <ChoiceField form={form} name="kind" label="Kind" options={kinds} onChange={(next) => onChoose(null, next)} />
        </Wide>
      )}
      <Wide>
        <OrganizationField
          key={shown}
          form={form}
          name="organization_id"
          kind={shown}
          label={shown === 'partner' ? 'Partner lab' : 'Practice'}
          required
          onChange={(next) => onChoose(next, shown)}
        />
      </Wide>
    </FieldGroup>
  )
}

function OfOrganization({ id, kind }: { id: number; kind: Kind }) {
  const { data } = useQuery(query(organizations.list, { query: { ids: String(id), kind } }))
  if (data && data.organizations.length === 0)
    return <Note tone="warning">There is no such organization, or it is archived.</Note>
  if (data?.organizations[0]?.disabled_at)
    return <Note tone="warning">This organization is disabled. Enable it before you invite people.</Note>
  return (
    <>
      <InviteForm organizationId={id} ofPartner={kind === 'partner'} />
      <InvitationList organizationId={id} />
    </>
  )
}
