import { users } from '@archwire/contract/client/users'
import type { User } from '@archwire/contract/users/schema.ts'
import { useState } from 'react'
import { offer } from '../../lib/offer.ts'
import { useCall } from '../../lib/query.ts'
import { dropWork } from '../../lib/unsaved-work.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { ArchiveUser } from './archive-user.tsx'

/** Send the first link again, archive, restore and delete, as the server offers them. */
export function UserActions({ user, onDeleted }: { user: User; onDeleted: () => unknown }) {
  return (
    <>
      <SendLink user={user} />
      <RestoreUser user={user} />
      <Archive user={user} />
      <DeleteUser user={user} onDeleted={onDeleted} />
    </>
  )
}

function Archive({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const offered = offer(user, 'archive', !user.is_archived)
  if (!offered && !asking) return null
  return (
    <>
      <ActionButton variant="default" why={offered?.why} command="Archive the user" onClick={() => setAsking(true)}>
        Archive
      </ActionButton>
      {asking && <ArchiveUser user={user} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Sends a person who has no password yet the link to choose one again (`people/first-link`). */
function SendLink({ user }: { user: User }) {
  const send = useCall(users.sendLink, { announce: 'aloud' })
  if (!user.can.send_link) return null
  return (
    <ActionButton
      variant="default"
      why={undefined}
      command="Send the link to choose a password again"
      loading={send.isPending}
      onClick={() => send.mutate({ params: { id: user.id } })}
    >
      Send the link again
    </ActionButton>
  )
}

function RestoreUser({ user }: { user: User }) {
  const restore = useCall(users.restore, { announce: 'aloud' })
  const offered = offer(user, 'restore', user.is_archived)
  if (!offered) return null
  return (
    <ActionButton
      variant="default"
      why={offered.why}
      command="Restore the user"
      loading={restore.isPending}
      onClick={() => restore.mutate({ params: { id: user.id } })}
    >
      Restore
    </ActionButton>
  )
}

function DeleteUser({ user, onDeleted }: { user: User; onDeleted: () => unknown }) {
  const [asking, setAsking] = useState(false)
  const offered = offer(user, 'delete', true)
  if (!offered && !asking) return null
  return (
    <>
      <ActionButton
        variant="default"
        color="red.8"
        why={offered?.why}
        command="Delete the user"
        onClick={() => setAsking(true)}
      >
        Delete
      </ActionButton>
      <ConfirmCall
        opened={asking}
        title={`Delete ${user.full_name}?`}
        confirm="Delete"
        danger
        route={users.remove}
        input={{ params: { id: user.id } }}
        onDone={() => {
          // There is nothing left to save unsaved changes to.
          dropWork(`user:${user.id}`)
          return onDeleted()
        }}
        onClose={() => setAsking(false)}
      >
        <p>The account is removed for good. This cannot be undone.</p>
      </ConfirmCall>
    </>
  )
}
