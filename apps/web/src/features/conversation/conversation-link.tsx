import { counted } from '@archwire/contract/core/counted.ts'
import { usePageActions } from '../../lib/page-actions.ts'
import { useSession } from '../../lib/session.tsx'
import styles from './conversation.module.css'
import { messageBegun } from './start-message.ts'
import { conversationAnchor, useConversation } from './use-conversation.ts'

/** The way down to the conversation from the head of a case's page, and how much of it is new. */
export function ConversationLink({ patientId }: { patientId: number }) {
  const { me } = useSession()
  const { newest, entries } = useConversation(patientId)
  const unread = newest?.unread ?? 0
  const wordsOf = (): string => {
    if (unread > 0) return counted(unread, 'new message')
    // The lab asked; whoever may release is asked.
    if (newest?.hold && newest.can.release && !me.is_management) return 'Answer the hold'
    return entries.some(({ kind }) => kind === 'message') ? 'Conversation' : 'Write a message'
  }
  usePageActions([
    {
      label: 'Write a message about the case',
      why: newest && !newest.can.write ? (newest.why_not.write ?? 'You can only read here.') : undefined,
      run: () => messageBegun.send(patientId, {}),
    },
  ])
  return (
    <button
      type="button"
      className={styles.link}
      data-new={unread > 0 || undefined}
      onClick={() => document.getElementById(conversationAnchor)?.scrollIntoView({ block: 'start' })}
    >
      {wordsOf()}
    </button>
  )
}
