import { rxForms } from '@archwire/contract/client/rx-forms'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { DraftLinks } from '../../features/patients/draft-links.tsx'
import { newDraft } from '../../lib/drafts.ts'
import { query, useCall } from '../../lib/query.ts'
import { Ago } from '../../ui/badges.tsx'
import { Note } from '../../ui/states.tsx'
import type { Draft } from './case-form.ts'
import type { Saving } from './use-draft.ts'

interface Props {
  organizationId: number
  draftKey: string
  draft: Draft | null
  /** Saving pauses while the draft is thrown away. */
  saving: Saving
  /** Begins the form again, with what another page kept. */
  onTheirs: (theirs: Draft) => void
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** The draft that was thrown away for the one that the page is about. */
    discardedDraft?: string
  }
}

function useOpenDraft(organizationId: number) {
  const router = useRouter()
  return (draft: string, discardedDraft?: string) =>
    router.navigate({
      to: '/organizations/$organizationId/rx-forms/add',
      params: { organizationId },
      search: { draft },
      state: { discardedDraft },
      ignoreBlocker: true,
    })
}

/** Throws the draft away; the page that follows offers it back. */
export function DiscardDraft({
  organizationId,
  draftKey,
  saving,
}: Pick<Props, 'organizationId' | 'draftKey' | 'saving'>) {
  const open = useOpenDraft(organizationId)
  const discard = useCall(rxForms.discardDraft, {
    announce: false,
    onError: () => saving.goOn(),
    onSuccess: () => open(newDraft(), draftKey),
  })
  const input = { params: { id: organizationId }, query: { draft: draftKey } }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={discard.isPending}
      onClick={() => void saving.pause().then(() => discard.mutate(input))}
    >
      Discard draft
    </Button>
  )
}

/** What is kept of this case, which others wait, and the way back to one that was just thrown away. */
export function DraftNotes({ organizationId, draftKey, draft, saving, onTheirs }: Props) {
  const discarded = useLocation({ select: ({ state }) => state.discardedDraft })
  const params = { id: organizationId }
  const open = useOpenDraft(organizationId)
  const restore = useCall(rxForms.restoreDraft, { announce: 'aloud', onSuccess: () => discarded && open(discarded) })
  const { data } = useQuery(query(rxForms.listDrafts, { params }))
  const others = data?.drafts.filter((other) => other.draft !== draftKey) ?? []
  return (
    <>
      <OvertakenDraft saving={saving} onTheirs={onTheirs} onAnother={() => void open(newDraft())} />
      {draft && !['overtaken', 'submitted'].includes(saving.shown.state) && (
        <Note>
          <span>
            Draft restored from <Ago at={draft.updated_at} />.
          </span>
          <DiscardDraft organizationId={organizationId} draftKey={draftKey} saving={saving} />
        </Note>
      )}
      {discarded && !draft && (
        <Note>
          <span>The draft was discarded.</span>
          <Button
            size="compact-sm"
            variant="default"
            loading={restore.isPending}
            onClick={() => restore.mutate({ params, query: { draft: discarded } })}
          >
            Undo
          </Button>
        </Note>
      )}
      {others.length > 0 && (
        <Note>
          <DraftLinks organizationId={organizationId} drafts={others} most={others.length} title="Other drafts" />
        </Note>
      )}
    </>
  )
}

/** Another window has changed the draft, thrown it away or submitted it; nothing is saved until the person has chosen. */
function OvertakenDraft({
  saving: { shown, keepMine },
  onTheirs,
  onAnother,
}: Pick<Props, 'saving' | 'onTheirs'> & { onAnother: () => void }) {
  if (shown.state === 'submitted')
    return (
      <Note tone="warning">
        <span>This case has already been submitted. Anything you write here now will not be part of it.</span>
        <Button size="compact-sm" variant="default" onClick={onAnother}>
          Start another case
        </Button>
      </Note>
    )
  if (shown.state !== 'overtaken') return null
  const { theirs } = shown
  return (
    <Note tone="warning">
      <span>
        {theirs ? (
          <>
            This draft was changed in another window <Ago at={theirs.updated_at} />.
          </>
        ) : (
          'This draft was discarded in another window.'
        )}
      </span>
      {theirs && (
        <Button size="compact-sm" variant="default" onClick={() => onTheirs(theirs)}>
          Show that one
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => keepMine(theirs)}>
        {theirs ? 'Keep mine' : 'Keep it'}
      </Button>
    </Note>
  )
}
