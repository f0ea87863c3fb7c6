import { bracketLibraries } from '@archwire/contract/client/bracket-libraries'
import type { ListedLibrary } from '@archwire/contract/bracket-libraries/schema.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { downloadFrom } from '../../lib/download-from.ts'
import { formatSize } from '../../lib/format.ts'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { query } from '../../lib/query.ts'
import { Section } from '../../ui/page.tsx'
import { EmptyState, ErrorState, PartLoading } from '../../ui/states.tsx'
import { AddLibrary } from './add-library.tsx'
import lines from '../../ui/lines.module.css'
import styles from './bracket-libraries.module.css'
import { DeleteLibrary } from './delete-library.tsx'
import { EditLibrary } from './edit-library.tsx'

interface Props {
  organizationId: number
  /** Whether the person adds libraries; what can be done with one, the server says. */
  mayManage: boolean
}

/** The bracket libraries of a practice, by name (`rx-form/libraries`): added, changed, downloaded, deleted. */
export function BracketLibraries({ organizationId, mayManage }: Props) {
  const answer = useQuery(query(bracketLibraries.list, { params: { id: organizationId } }))
  const [asked, setAsked] = useState<'add' | { to: 'edit' | 'delete'; library: ListedLibrary } | null>(null)
  const libraries = answer.data?.bracket_libraries
  const close = () => setAsked(null)
  const add = mayManage && (
    <Button size="compact-md" variant="default" onClick={() => setAsked('add')}>
      Add library
    </Button>
  )
  return (
    <Section title="Bracket libraries" actions={libraries && libraries.length > 0 && add}>
      {answer.isError && !libraries ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !libraries ? (
        <PartLoading />
      ) : libraries.length === 0 ? (
        <EmptyState
          title="No bracket libraries yet."
          text={
            mayManage
              ? 'Add the brackets that the practice bonds, for everyone or for some of its doctors.'
              : 'Owners, managers and the lab can add the brackets that the practice bonds.'
          }
          action={add}
        />
      ) : (
        <ul className={lines.lines} aria-label="Bracket libraries">
          {libraries.map((library) => (
            <Line
              key={library.id}
              organizationId={organizationId}
              library={library}
              isAskedAbout={asked !== null && asked !== 'add' && asked.library.id === library.id}
              onEdit={() => setAsked({ to: 'edit', library })}
              onDelete={() => setAsked({ to: 'delete', library })}
            />
          ))}
        </ul>
      )}
      {asked === 'add' ? (
        <AddLibrary organizationId={organizationId} onClose={close} />
      ) : asked?.to === 'edit' ? (
        <EditLibrary
          organizationId={organizationId}
          library={libraries?.find(({ id }) => id === asked.library.id) ?? asked.library}
          onClose={close}
        />
      ) : (
        asked && <DeleteLibrary organizationId={organizationId} library={asked.library} onClose={close} />
      )}
    </Section>
  )
}

interface LineProps {
  organizationId: number
  library: ListedLibrary
  /** A dialog about it is open. */
  isAskedAbout: boolean
  onEdit: () => void
  onDelete: () => void
}

function Line({ organizationId, library, isAskedAbout, onEdit, onDelete }: LineProps) {
  const { id, name, file, can } = library
  const row = useRef<HTMLLIElement>(null)
  useKeptFocus(row, { isElsewhere: () => isAskedAbout })
  return (
    <li ref={row}>
      <span className={`${lines.words} ${styles.words}`}>
        <strong>{name}</strong>
        <small>{whose(library)}</small>
        <small>{file ? `${file.name}, ${formatSize(file.size)}` : 'No file'}</small>
      </span>
      <span className={styles.actions}>
        {can.download && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Download ${name}`}
            onClick={() => void download(organizationId, id)}
          >
            Download
          </Button>
        )}
        {can.update && (
          <Button size="compact-sm" variant="subtle" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        )}
        {can.delete && (
          <Button size="compact-sm" variant="subtle" aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        )}
      </span>
    </li>
  )
}

/** Whose cases may name a library, as text. */
function whose({ member_ids, members }: ListedLibrary): string {
  if (member_ids.length === 0) return 'For everyone'
  return members.length === 0 ? 'For former members only' : `For ${members.map((one) => one.full_name).join(', ')}`
}

const download = (id: number, libraryId: number): Promise<void> =>
  downloadFrom(() => call(bracketLibraries.downloadLink, { params: { id, libraryId } }))
