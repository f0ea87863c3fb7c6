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

interface Props {
  organizationId: number
  draftKey: string
  draft: Draft | null
  /** Saving pauses while the draft is thrown away. */
  saving: { pause: () => Promise<void>; goOn: () => void }
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** The draft that was thrown away for the one that the page is about. */
    discardedDraft?: string
  }
}

/** What is kept of this case, which others wait, and the way back to one that was just thrown away. */
export function DraftNotes({ organizationId, draftKey, draft, saving }: Props) {
  const router = useRouter()
  const discarded = useLocation({ select: ({ state }) => state.discardedDraft })
  const params = { id: organizationId }
  const open = (draft: string, discardedDraft?: string) =>
    router.navigate({
      to: '/organizations/$organizationId/rx-forms/add',
      params: { organizationId },
      search: { draft },
      state: { discardedDraft },
      ignoreBlocker: true,
    })
  const discard = useCall(rxForms.discardDraft, {
    announce: false,
    onError: () => saving.goOn(),
    onSuccess: () => open(newDraft(), draftKey),
  })
  const restore = useCall(rxForms.restoreDraft, { onSuccess: () => discarded && open(discarded) })
  const { data } = useQuery(query(rxForms.listDrafts, { params }))
  const others = data?.drafts.filter((other) => other.draft !== draftKey) ?? []
  return (
    <>
      {draft && (
        <Note>
          <span>
            Draft restored from <Ago at={draft.updated_at} />.
          </span>
          <Button
            size="compact-sm"
            variant="subtle"
            loading={discard.isPending}
            onClick={() => void saving.pause().then(() => discard.mutate({ params, query: { draft: draftKey } }))}
          >
            Discard draft
          </Button>
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
          <DraftLinks organizationId={organizationId} drafts={others} most={others.length} />
        </Note>
      )}
    </>
  )
}
