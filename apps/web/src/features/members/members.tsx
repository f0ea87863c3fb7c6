import { members } from '@archwire/contract/client/members'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { query } from '../../lib/query.ts'
import { Section } from '../../ui/page.tsx'
import { ErrorState, PartLoading } from '../../ui/states.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberTable, type Asked } from './member-table.tsx'
import { useMemberRights, type OfOrganization } from './rights.ts'
import styles from './members.module.css'

const AddMember = lazy(async () => ({ default: (await import('./add-member.tsx')).AddMember }))
const MemberDialog = lazy(async () => ({ default: (await import('./member-dialog.tsx')).MemberDialog }))

/** The people of an organization, and those who are invited into it. */
export function Members({ organization }: { organization: OfOrganization }) {
  const { id, kind } = organization
  const answer = useQuery(query(members.list, { params: { id } }))
  const rights = useMemberRights(organization)
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const people = answer.data?.users
  return (
    <div className={styles.parts}>
      <Section
        title="Members"
        actions={
          rights.adds && (
            <Button size="compact-sm" variant="default" onClick={() => setAdding(true)}>
              Add member
            </Button>
          )
        }
      >
        {answer.isError && !people ? (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        ) : !people ? (
          <PartLoading />
        ) : (
          <MemberTable members={people} rights={rights} onAsk={setAsked} />
        )}
      </Section>
      {rights.invites && (
        <>
          <InviteForm organizationId={id} ofPartner={kind === 'partner'} />
          <InvitationList organizationId={id} />
        </>
      )}
      <Suspense>
        {adding && (
          <AddMember
            organization={organization}
            rights={rights}
            members={people ?? []}
            onClose={() => setAdding(false)}
          />
        )}
        {asked && (
          <MemberDialog
            {...asked}
            organizationId={id}
            members={people ?? []}
            decidesOwners={rights.decidesOwners}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
