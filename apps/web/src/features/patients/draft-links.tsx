import { counted } from '@archwire/contract/core/counted.ts'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../lib/format.ts'
import { draftName, type DraftLine } from '../../lib/drafts.ts'

interface Props {
  organizationId: number
  drafts: readonly DraftLine[]
  /** Names beyond these are counted. */
  most: number
  /** Instead of their number. */
  title?: string
}

/**
 * "2 drafts: Vega, Marisol · Ono, Ken": cases that were started, each a link to continue it. Drafts of one name have their
 * time with it.
 */
export const DraftLinks = ({ organizationId, drafts, most, title }: Props) => (
  <span data-line>
    {title ?? counted(drafts.length, 'draft')}:{' '}
    {drafts.slice(0, most).map((line, index) => (
      <span key={line.draft}>
        {index > 0 && ' · '}
        <Link
          to="/organizations/$organizationId/rx-forms/add"
          params={{ organizationId }}
          search={{ draft: line.draft }}
        >
          {draftName(line)}
          {drafts.filter((other) => draftName(other) === draftName(line)).length > 1 && (
            <small className="numeric" style={{ color: 'inherit', fontSize: 'smaller' }}>
              {' '}
              {formatInstant(line.updated_at)}
            </small>
          )}
        </Link>
      </span>
    ))}
    {drafts.length > most && ` and ${drafts.length - most} more`}
  </span>
)
