import type { Meta } from '@archwire/contract/core/paging.ts'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatCount } from '../../lib/format.ts'
import styles from './data-table.module.css'

interface Props {
  meta: Meta
  onPage: (page: number) => void
  onPageSize?: (size: number) => void
  pageSizes?: readonly number[]
}

/** Which rows are shown, of how many, and paging. */
export function TableFoot({ meta, onPage, onPageSize, pageSizes }: Props) {
  const first = (meta.page - 1) * meta.per_page + 1
  const last = Math.min(meta.page * meta.per_page, meta.total)
  const total = `${meta.total_is_at_least ? 'more than ' : ''}${formatCount(meta.total)}`
  return (
    <div className={`${styles.foot} numeric`}>
      <span aria-live="polite">
        {formatCount(first)}–{formatCount(last)} of {total}
      </span>
      <span className={styles.pages}>
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
          disabled={meta.page <= 1}
          onClick={() => onPage(meta.page - 1)}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <span>
          Page {formatCount(meta.page)} of {formatCount(Math.max(1, meta.last_page))}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Next page"
          disabled={meta.page >= meta.last_page}
          onClick={() => onPage(meta.page + 1)}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </span>
    </div>
  )
}
