import { formatPhone } from '@archwire/contract/core/phone.ts'
import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import type { SearchHit } from '@archwire/contract/search/document.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { cityLine } from '../../lib/address.ts'
import { StatusBadge, Tag } from '../../ui/badges.tsx'
import { OrganizationLink } from '../../ui/record-links.tsx'
import type { FoundHit } from './found.ts'
import styles from './cards.module.css'
import { HitGlance } from './hit-glance.tsx'
import { badgeOf, roleOfHit, statusOf } from './hit-words.ts'
import { pageOfHit, quickLinksOf } from './quick-links.ts'
import { markTags } from './queries.ts'
import { useMayOpen } from './use-may-open.ts'

/** A hit: what it is, whose, how to reach it, and where it leads (`search/cards`). */
export function HitCard({ hit }: { hit: FoundHit }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const mayOpen = useMayOpen()
  const links = quickLinksOf(hit, mayOpen)
  const status = statusOf(hit)
  const text = (name: keyof SearchHit) => <Marked text={hit._formatted?.[name] ?? hit[name]} />
  const name = hit.full_name || hit.account_number || badgeOf(hit)
  return (
    <li className={styles.card} data-row={hit.id} tabIndex={-1} aria-labelledby={`${id}-name`}>
      <div className={styles.head}>
        <span className={styles.badge} data-model={hit.kind === 'partner' ? 'partner' : hit.model}>
          {badgeOf(hit)}
        </span>
        <Link className={styles.name} id={`${id}-name`} to={pageOfHit(hit)} data-open translate="no">
          {hit.full_name === '' ? name : text('full_name')}
        </Link>
        {hit.account_number && <small className="numeric">{text('account_number')}</small>}
        {status && !hit.is_archived && <StatusBadge status={status} />}
        {hit.is_archived && <Tag>Archived</Tag>}
        {hit.is_disabled && <Tag tone="red">Disabled</Tag>}
      </div>
      <Facts>
        {hit.model === 'user' && roleOfHit(hit)}
        {hit.model !== 'organization' &&
          hit.organizations.length > 0 &&
          hit.organizations.map((each, index) => (
            <span key={each.id}>
              {index > 0 && ', '}
              <OrganizationLink id={each.id}>{each.name}</OrganizationLink>
            </span>
          ))}
        {hit.email !== '' && <span translate="no">{emailOf(hit) ?? text('email')}</span>}
        {hit.phone_number !== '' && <span className="numeric">{phoneOf(hit) ?? text('phone_number')}</span>}
        {cityLine(hit)}
      </Facts>
      <div className={styles.ways}>
        <button type="button" className={styles.glance} aria-expanded={open} onClick={() => setOpen((now) => !now)}>
          <IconChevronDown size={15} aria-hidden="true" />
          Quick Glance
        </button>
        {links.length > 0 && (
          <nav aria-label={`Quick Links of ${name}`}>
            {links.map(({ label, to, search }) => (
              <Link key={label} to={to} search={search as never}>
                {label}
              </Link>
            ))}
          </nav>
        )}
      </div>
      {open && (
        <div className={styles.figures}>
          <HitGlance hit={hit} />
        </div>
      )}
    </li>
  )
}

/** An email whose domain is of another script, as it is read; marks of what was found would lie within its code. */
const emailOf = ({ email }: FoundHit): string | undefined =>
  readableEmail(email) === email ? undefined : readableEmail(email)

/** A phone number as people read it, unless the keyword is marked in it. */
function phoneOf({ phone_number, _formatted }: FoundHit): string | undefined {
  const shown: unknown = _formatted?.phone_number
  return typeof shown === 'string' && shown.includes(markTags[0]) ? undefined : formatPhone(phone_number)
}

/** Facts in one line, those that there are. */
const Facts = ({ children }: { children: ReactNode[] }) => (
  <ul className={styles.facts}>
    {children
      .filter((fact) => fact !== false && fact !== null && fact !== '')
      // oxlint-disable-next-line react/no-array-index-key -- facts keep their order
      .map((fact, index) => (
        <li key={index}>{fact}</li>
      ))}
  </ul>
)

/** A text with marks around what the keyword found in it. */
function Marked({ text }: { text: unknown }) {
  const [begin, end] = markTags
  const [first = '', ...rest] = (typeof text === 'string' ? text : '').split(begin)
  return (
    <>
      {first}
      {rest.map((part, index) => {
        const [found, after] = part.split(end)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- parts of one text keep their order
          <span key={index}>
            <mark>{found}</mark>
            {after}
          </span>
        )
      })}
    </>
  )
}
