import { conversations } from '@archwire/contract/client/conversations'
import type { ConversationEntry } from '@archwire/contract/conversations/schema.ts'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useCall } from '../../lib/query.ts'
import { Section } from '../../ui/page.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Composer } from './composer.tsx'
import styles from './conversation.module.css'
import type { Draft } from './draft.ts'
import { Entry } from './entry.tsx'
import { conversationAnchor, keyOf, useConversation } from './use-conversation.ts'

interface Props {
  patientId: number
  photos: readonly PatientFile[]
  onPhoto: (id: number) => void
  onPin: ((id: number) => void) | undefined
  renderAttachments: (draft: Draft, change: (next: Draft) => void) => ReactNode
  renderMisfit: (entry: ConversationEntry) => ReactNode
}

/** What practice and lab write about a case (`cases/conversation`). */
export function Conversation({ patientId, photos, renderAttachments, ...shown }: Props) {
  const conversation = useConversation(patientId)
  const { entries, newest } = conversation
  const place = useLedHere(newest !== undefined)
  const thread = useRef<HTMLOListElement>(null)
  const last = entries.at(-1)
  useNewestInSight(thread, last && keyOf(last))
  useReadOnceSeen(thread, patientId, newest?.unread ?? 0, entries.findLast(({ kind }) => kind === 'message')?.id)
  const can = newest?.can
  return (
    <div id={conversationAnchor} ref={place} className={styles.place}>
      <Section title="Conversation">
        {conversation.error && <ErrorState error={conversation.error} onRetry={conversation.again} />}
        {!newest && !conversation.error && <p className={styles.quiet}>Loading the conversation…</p>}
        {newest && entries.length === 0 && (
          <p className={styles.quiet}>
            {can?.write ? 'No messages yet. Messages go to everyone who works on the case.' : 'No messages.'}
          </p>
        )}
        {entries.length > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keys
          <ol ref={thread} className={styles.thread} aria-label="Messages" tabIndex={0}>
            {conversation.hasEarlier && (
              <li className={styles.earlier}>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  loading={conversation.isLoadingEarlier}
                  onClick={conversation.showEarlier}
                >
                  Show earlier
                </Button>
              </li>
            )}
            {entries.map((entry) => (
              <Entry key={keyOf(entry)} entry={entry} photos={photos} {...shown} />
            ))}
          </ol>
        )}
        {can?.write ? (
          <Composer
            patientId={patientId}
            hold={can.release ? newest!.hold : null}
            renderAttachments={renderAttachments}
            onSent={() => thread.current && scrollDown(thread.current)}
          />
        ) : (
          newest?.why_not.write && <p className={styles.quiet}>{newest.why_not.write} No one can write here.</p>
        )}
      </Section>
    </div>
  )
}

const scrollDown = (thread: HTMLElement) => void (thread.scrollTop = thread.scrollHeight)

/** The newest entry stands at the bottom, unless somebody reads further up. */
function useNewestInSight(thread: React.RefObject<HTMLElement | null>, newest: string | undefined): void {
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const list = thread.current
    if (!list || newest === undefined || shown.current === newest) return
    const wasBelow = list.scrollHeight - list.scrollTop - list.clientHeight
    // What has just come may be high: whoever was near the end stays there.
    if (shown.current === undefined || wasBelow < 240) scrollDown(list)
    shown.current = newest
  })
}

/** Who comes by a link to the conversation is led to it, as soon as its height is known. */
function useLedHere(isThere: boolean): React.RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (isThere && hash === conversationAnchor) place.current?.scrollIntoView({ block: 'start' })
  }, [isThere, hash])
  return place
}

/** How long the newest message is in sight before it counts as read. */
const glanceMs = 1_000

/** What was in sight for a moment, on a page that is looked at, is read. */
function useReadOnceSeen(
  thread: React.RefObject<HTMLElement | null>,
  patientId: number,
  unread: number,
  newestMessage: number | undefined,
): void {
  const { mutate } = useCall(conversations.read, { announce: false, onError: () => true })
  useEffect(() => {
    const list = thread.current
    if (!list || unread === 0 || newestMessage === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let inSight = false
    const look = () => {
      clearTimeout(timer)
      if (inSight && document.visibilityState === 'visible')
        timer = setTimeout(() => mutate({ params: { id: patientId }, body: { up_to: newestMessage } }), glanceMs)
    }
    // The newest stands at the end of the list: half of a list as high as the screen is not enough.
    const end = list.lastElementChild ?? list
    const watch = new IntersectionObserver(([entry]) => {
      inSight = entry?.isIntersecting === true
      look()
    })
    watch.observe(end)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [thread, patientId, unread, newestMessage, mutate])
}
