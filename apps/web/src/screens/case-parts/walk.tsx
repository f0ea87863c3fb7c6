import { patients } from '@archwire/contract/client/patients'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import type { ListPlace } from '../../features/case/list-place.ts'
import { usePageKeys, type KeyRow } from '../../lib/page-keys.ts'
import { query } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { isTyping } from '../../ui/list/use-row-keys.ts'
import { Tip } from '../../ui/tip.tsx'
import styles from './walk.module.css'
import { neighborsOf, placeOf } from './neighbors.ts'

const casePages = ['/patient-details/$id', '/patient-workflow/$id'] as const

type Way = 'before' | 'after'
const ways = [
  { way: 'before', label: 'Previous case', key: 'k', Icon: IconChevronUp },
  { way: 'after', label: 'Next case', key: 'j', Icon: IconChevronDown },
] as const

const keys: readonly KeyRow[] = [['J K', 'Next and previous case of the list']]

/** The button that led to this page: it keeps the focus, so that it can be pressed again. */
let pressed: Way | undefined

const pageOf = ({ organizationId, search }: ListPlace, page: number) => {
  const asked = { ...search, page: String(page) }
  return organizationId === undefined
    ? query(patients.list, { query: asked })
    : query(patients.listOfOrganization, { params: { id: organizationId }, query: asked })
}

/** The place of another row: Back leads to the page of the list that it is on. */
const placeAt = (place: ListPlace, page: number, at: number): ListPlace => ({
  ...place,
  search: { ...place.search, page: String(page) },
  ...(place.page && { page: { ...place.page, search: { ...place.page.search, page: String(page) } } }),
  at,
})

/** The next and the previous case of the list that this one was opened from (`work/next-case`); without one, nothing. */
export function WalkThroughList({ id }: { id: number }) {
  const place = useLocation({ select: ({ state }) => state.list })
  return place && typeof place.at === 'number' && <Walk id={id} place={place} />
}

function Walk({ id, place }: { id: number; place: ListPlace }) {
  const router = useRouter()
  const client = useQueryClient()
  usePageKeys(keys)
  const buttons = useRef<Partial<Record<Way, HTMLButtonElement | null>>>({})
  const page = Number(place.search.page ?? 1)
  const { data, isError } = useQuery(pageOf(place, page))
  const perPage = data?.meta.per_page ?? 1
  const found =
    data &&
    neighborsOf({ ids: data.patients.map((row) => row.id), page, perPage, total: data.meta.total }, id, place.at)

  // A case that leaves the list, by a decision say, keeps the place that it had.
  const [shown, setShown] = useState<{ id: number; words: string }>()
  const words =
    found?.position === undefined
      ? undefined
      : `${formatCount(found.position + 1)} of ${data?.meta.total_is_at_least ? 'more than ' : ''}${formatCount(data?.meta.total ?? 0)}`
  if (words !== undefined && (shown?.id !== id || shown.words !== words)) setShown({ id, words })

  const go = async (row: number) => {
    const target = placeOf(row, perPage)
    const answer = await client.fetchQuery(pageOf(place, target.page))
    const next = answer.patients[target.index]
    // Of the address, not of what is drawn: the way to the case's other page may have begun.
    const here = casePages.find((to) => router.history.location.pathname.startsWith(to.replace('$id', '')))
    if (!next || !here) return
    // One entry in the history for the whole walk: Back leads to the list.
    await router.navigate({
      to: here,
      params: { id: next.id },
      state: { list: placeAt(place, target.page, row) },
      replace: true,
    })
  }
  const walk = (way: Way) => {
    const row = found?.[way]
    if (row === undefined) return
    const from = id
    void go(row)
      .catch((error: unknown) => toast.error(messageOf(error)))
      .finally(() => {
        // No one went: the next case that is opened is not reached by this button.
        if (router.history.location.pathname.endsWith(`/${from}`)) pressed = undefined
      })
  }

  const latest = useRef(walk)
  useEffect(() => {
    latest.current = walk
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const chosen = ways.find(({ key }) => key === event.key)
      if (!chosen || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      if (document.querySelector('dialog[open], [role=dialog]')) return
      event.preventDefault()
      pressed = undefined
      latest.current(chosen.way)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const isThere = found !== undefined
  useEffect(() => {
    if (!isThere || pressed === undefined) return
    buttons.current[pressed]?.focus({ preventScroll: true })
    pressed = undefined
  }, [isThere])

  // A list that cannot be asked any more, of a practice that one has left say, has no neighbors.
  if (isError) return null
  return (
    <span className={styles.walk} role="group" aria-label="Cases of the list">
      {ways.map(({ way, label, key, Icon }) => (
        <Tip key={way} label={`${label} (${key.toUpperCase()})`}>
          <ActionIcon
            ref={(button: HTMLButtonElement | null) => void (buttons.current[way] = button)}
            className={styles.button}
            variant="default"
            aria-label={label}
            aria-keyshortcuts={key}
            // Not `disabled`: at the end of the list the focus stays.
            aria-disabled={found?.[way] === undefined || undefined}
            data-disabled={found?.[way] === undefined || undefined}
            onClick={() => {
              pressed = way
              walk(way)
            }}
          >
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        </Tip>
      ))}
      {shown?.id === id && <span className="numeric">{shown.words}</span>}
    </span>
  )
}
