import type { Meta } from '@archwire/contract/core/paging.ts'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatCount } from '../../lib/format.ts'
import styles from './data-table.module.css'

interface Props {
  meta: Meta
  /** The number of the first page; 1 by default. People read 1 in either case. */
  firstPage?: 0 | 1
  onPage: (page: number) => void
  onPageSize?: (size: number) => void
  pageSizes?: readonly number[]
}

/** Which rows are shown, of how many, and paging. */
export function TableFoot({ meta, firstPage = 1, onPage, onPageSize, pageSizes }: Props) {
  /** As people count. */
  const page = meta.page - firstPage + 1
  const pages = Math.max(1, meta.last_page - firstPage + 1)
  const first = (page - 1) * meta.per_page + 1
  const last = Math.min(page * meta.per_page, meta.total)
  const total = `${meta.total_is_at_least ? 'more than ' : ''}${formatCount(meta.total)}`
  return (
    <div className={`${styles.foot} numeric`}>
      <span aria-live="polite">
        {formatCount(first)}–{formatCount(last)} of {total}
      </span>
      <span className={styles.pages} data-screen-only>
        {onPageSize && pageSizes && (
          <label>
            Rows{' '}
            <select value={meta.per_page} onChange={(event) => onPageSize(Number(event.currentTarget.value))}>
              {[...new Set([...pageSizes, meta.per_page])]
                .sort((a, b) => a - b)
                .map((size) => (
                  <option key={size}>{size}</option>
                ))}
            </select>
          </label>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(meta.page - 1)}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <span>
          Page {formatCount(page)} of {formatCount(pages)}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Next page"
          disabled={page >= pages}
          onClick={() => onPage(meta.page + 1)}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </span>
    </div>
  )
}
