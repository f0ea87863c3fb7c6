import { conversations } from '@archwire/contract/client/conversations'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { longestMessage } from '@archwire/contract/conversations/limits.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { usePageKeys, type KeyRow } from '../../lib/page-keys.ts'
import { useCall } from '../../lib/query.ts'
import { heldWork, useUnsaved } from '../../lib/unsaved-work.ts'
import field from '../../ui/form/field.module.css'
import { isComposing } from '../../ui/form/use-composed.ts'
import { Note } from '../../ui/states.tsx'
import styles from './conversation.module.css'
import {
  emptyDraft,
  hasContent,
  leftAfter,
  textToSend,
  typedInto,
  typedName,
  withMention,
  type Draft,
} from './draft.ts'
import { MentionList, useMentionable, type Mentionable } from './mention-list.tsx'
import { messageBegun } from './start-message.ts'

interface Props {
  patientId: number
  /** The hold that a message can answer, for who may take it off. */
  hold: { id: number; reason: string } | null
  /** Shows what hangs on the message, and takes more. */
  renderAttachments: (draft: Draft, change: (next: Draft) => void) => ReactNode
  /** Brings the newest entry into sight. */
  onSent: () => void
}

const pageKeys: readonly KeyRow[] = [['Ctrl Enter', 'Send the message that you write']]

/** Where a message is written. What is typed stays until it has arrived. */
export function Composer({ patientId, hold, renderAttachments, onSent }: Props) {
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  usePageKeys(pageKeys)
  const key = `message:${patientId}`
  const [held, setHeld] = useUnsaved<Draft>(key, 'Your message has not been sent yet.')
  const sent = useRef(emptyDraft)
  const draft = held ?? emptyDraft
  const change = (next: Draft) => setHeld(hasContent(next) || next.text !== '' ? next : null)
  const [told, setTold] = useState<string>()
  /** Which of the two buttons was pressed. */
  const [releases, setReleases] = useState(false)
  const names = useNames(patientId, draft, change, input)
  useBegunElsewhere(patientId, draft, change, input)
  const send = useCall(conversations.send, {
    announce: false,
    onSuccess: () => done(undefined),
    onError: (error) => {
      // Somebody else was faster with the hold: the words stand in the conversation.
      if (!(error instanceof ApiError && error.code === errorCodes.onlyKept)) return false
      done(messageOf(error))
      return true
    },
  })
  function done(words: string | undefined) {
    setTold(words)
    setHeld(leftAfter(sent.current, heldWork<Draft>(key) ?? emptyDraft))
    onSent()
    input.current?.focus()
  }
  /** @param released the hold that the message answers: the one that is seen, another one is refused */
  const submit = (released: number | null) => {
    sent.current = draft
    setReleases(released !== null)
    send.mutate({
      params: { id: patientId },
      body: {
        text: textToSend(draft),
        photo_ids: draft.photoIds,
        pin_id: draft.pinId,
        ...(released !== null && { releases_hold_id: released }),
      },
    })
  }
  const ready = hasContent(draft) && !send.isPending
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || names.onKeyDown(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (ready) submit(null)
  }
  return (
    <div className={styles.composer}>
      {told !== undefined && <Note tone="warning">{told}</Note>}
      <label className="visually-hidden" htmlFor={id}>
        Message
      </label>
      <textarea
        ref={input}
        id={id}
        className={field.input}
        rows={hold ? 3 : 2}
        maxLength={longestMessage}
        placeholder={hold ? 'Reply to take the case off hold' : 'Write a message; @ mentions someone'}
        value={draft.text}
        aria-describedby={`${id}-keys`}
        {...names.aria}
        onChange={(event) => {
          setTold(undefined)
          change(typedInto(draft, event.currentTarget.value))
          names.look(event.currentTarget)
        }}
        onSelect={(event) => names.look(event.currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={names.close}
      />
      {names.list}
      <VisuallyHidden id={`${id}-keys`}>Press Ctrl+Enter to send.</VisuallyHidden>
      <div className={styles.below}>
        {renderAttachments(draft, change)}
        <div className={styles.actions}>
          <Button
            size="compact-sm"
            variant={hold ? 'default' : 'filled'}
            title="Ctrl + Enter"
            disabled={!hasContent(draft)}
            loading={send.isPending && !releases}
            onClick={() => submit(null)}
          >
            Send
          </Button>
          {hold && (
            <Button
              size="compact-sm"
              disabled={!hasContent(draft)}
              loading={send.isPending && releases}
              onClick={() => submit(hold.id)}
            >
              Send and release
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

type Input = React.RefObject<HTMLTextAreaElement | null>

/** A message that begins at a comment or a picture goes on here. */
function useBegunElsewhere(patientId: number, draft: Draft, change: (next: Draft) => void, input: Input): void {
  const take = useRef({ draft, change })
  useEffect(() => {
    take.current = { draft, change }
  })
  useEffect(
    () =>
      messageBegun.hear(patientId, ({ pinId, photoId }) => {
        const { draft: written, change: write } = take.current
        const photoIds =
          photoId === undefined || written.photoIds.includes(photoId)
            ? written.photoIds
            : [...written.photoIds, photoId]
        write({ ...written, photoIds, pinId: pinId ?? written.pinId })
        input.current?.scrollIntoView({ block: 'center' })
        input.current?.focus({ preventScroll: true })
      }),
    [patientId, input],
  )
}

/** Names somebody while one types: the list, its keys, and what it puts into the text. */
function useNames(patientId: number, draft: Draft, change: (next: Draft) => void, input: Input) {
  const id = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const typed = caret === null ? undefined : typedName(draft.text, caret)
  const people = useMentionable(patientId, typed)
  const opened = people.length > 0
  const at = Math.min(active, people.length - 1)
  const choose = (person: Mentionable) => {
    const next = withMention(draft, caret!, person)
    change(next.draft)
    setCaret(null)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const step = (by: number) => setActive((at + by + people.length) % people.length)
  return {
    look: ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => {
      setCaret(selectionStart === selectionEnd ? selectionStart : null)
      setActive(0)
    },
    close: () => setCaret(null),
    /** True when the key was meant for the list. */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (!opened) return false
      const act = {
        ArrowDown: () => step(1),
        ArrowUp: () => step(-1),
        Enter: () => choose(people[at]!),
        Tab: () => choose(people[at]!),
        Escape: () => setCaret(null),
      }[event.key]
      if (!act || event.ctrlKey || event.metaKey) return false
      event.preventDefault()
      event.stopPropagation()
      act()
      return true
    },
    aria: {
      'aria-autocomplete': 'list' as const,
      ...(opened && { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` }),
    },
    list: opened && <MentionList id={id} people={people} active={at} onChoose={choose} />,
  }
}
