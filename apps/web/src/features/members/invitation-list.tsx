import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { members } from '@archwire/contract/client/members'
import type { Invitation } from '@archwire/contract/members/schema.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant } from '../../lib/format.ts'
import { query, useCall } from '../../lib/query.ts'
import { Ago, Tag } from '../../ui/badges.tsx'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState, ErrorState, PartLoading } from '../../ui/states.tsx'
import lines from '../../ui/lines.module.css'
import styles from './invitations.module.css'

/** The open invitations of an organization, the newest first: sent again, or revoked. */
export function InvitationList({ organizationId }: { organizationId: number }) {
  const answer = useQuery(query(members.invitations, { params: { id: organizationId } }))
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const resend = useCall(members.resendInvitation)
  const invitations = answer.data?.invitations
  return (
    <Section title="Open invitations">
      {answer.isError && !invitations ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !invitations ? (
        <PartLoading />
      ) : invitations.length === 0 ? (
        <EmptyState title="No open invitations." text="People whom you invite are listed here until they join." />
      ) : (
        <ul className={lines.lines} aria-label="Open invitations">
          {invitations.map((invitation) => (
            <Line
              key={invitation.id}
              invitation={invitation}
              resending={resend.isPending && resend.variables.params.invitationId === invitation.id}
              onResend={() => resend.mutate({ params: { id: organizationId, invitationId: invitation.id } })}
              onRevoke={() => setRevoking(invitation)}
            />
          ))}
        </ul>
      )}
      {revoking && (
        <RevokeInvitation organizationId={organizationId} invitation={revoking} onClose={() => setRevoking(null)} />
      )}
    </Section>
  )
}

interface LineProps {
  invitation: Invitation
  resending: boolean
  onResend: () => void
  onRevoke: () => void
}

function Line({ invitation, resending, onResend, onRevoke }: LineProps) {
  const { email, username, is_doctor, pivot, invited_by, sent_at, expires_at, is_expired, can } = invitation
  return (
    <li className={lines.ends}>
      <span className={`${lines.words} ${styles.words}`}>
        <span className={styles.head}>
          <strong>{readableEmail(email)}</strong>
          <Tag>{pivot.role.label}</Tag>
          {is_doctor && <Tag tone="blue">Doctor</Tag>}
          {is_expired && <Tag tone="red">Expired</Tag>}
        </span>
        {username && <small>{username}</small>}
        <small>
          Sent <Ago at={sent_at} />
          {invited_by && ` by ${invited_by}`} · {is_expired ? 'Expired' : 'Expires'} {formatInstant(expires_at)}
        </small>
      </span>
      <span className={styles.actions}>
        {can.resend && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Resend to ${readableEmail(email)}`}
            loading={resending}
            onClick={onResend}
          >
            Resend
          </Button>
        )}
        {can.revoke && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Revoke for ${readableEmail(email)}`}
            onClick={onRevoke}
          >
            Revoke
          </Button>
        )}
      </span>
    </li>
  )
}

interface RevokeProps {
  organizationId: number
  invitation: Invitation
  onClose: () => void
}

/** Asks before an invitation is revoked. */
const RevokeInvitation = ({ organizationId, invitation, onClose }: RevokeProps) => (
  <ConfirmCall
    title="Revoke this invitation?"
    confirm="Revoke"
    danger
    route={members.revokeInvitation}
    input={{ params: { id: organizationId, invitationId: invitation.id } }}
    onClose={onClose}
  >
    <p>
      The link that was sent to {readableEmail(invitation.email)} stops working. You can invite this person again later.
    </p>
  </ConfirmCall>
)
