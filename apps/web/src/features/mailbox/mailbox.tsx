import { mailbox } from '@archwire/contract/client/mailbox'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Wordmark } from '../../brand.tsx'
import { messageOf } from '../../lib/api.ts'
import { formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import styles from './mailbox.module.css'

/** New mails appear by themselves. */
const refreshMs = 5000

/** Development only: the mails that the portal has sent, instead of a mail server (`notices/mailbox`). */
export function Mailbox({ mail, to }: { mail?: string; to?: string }) {
  const list = useQuery({ ...query(mailbox.list, { query: { to } }), refetchInterval: refreshMs })
  const mails = list.data?.mails ?? []
  return (
    <main className={styles.page}>
      <header>
        <Link to="/" aria-label="Archwire, home">
          <Wordmark size={26} />
        </Link>
        <h1>Mailbox</h1>
        {to && (
          <span>
            to {to} <Link to="/mailbox">show all</Link>
          </span>
        )}
      </header>
      {list.error && <p className={styles.none}>{messageOf(list.error)}</p>}
      <div className={styles.columns} data-chosen={mail !== undefined || undefined}>
        <ul aria-label="Mails">
          {mails.map(({ id, to: receiver, subject, created_at, state, error }) => (
            <li key={id}>
              <Link to="/mailbox" search={{ mail: String(id), to }} aria-current={String(id) === mail || undefined}>
                <strong>{subject}</strong>
                <span>{receiver}</span>
                <small>
                  {formatInstant(created_at)} · {state}
                  {error && `: ${error}`}
                </small>
              </Link>
            </li>
          ))}
          {list.data && mails.length === 0 && <li className={styles.none}>No mails yet.</li>}
        </ul>
        {mail ? <Letter id={mail} to={to} /> : <p className={styles.none}>Choose a mail.</p>}
      </div>
    </main>
  )
}

function Letter({ id, to: only }: { id: string; to: string | undefined }) {
  const [html, setHtml] = useState(true)
  const { data, error } = useQuery(query(mailbox.read, { params: { id } }))
  if (error) return <p className={styles.none}>{messageOf(error)}</p>
  if (!data) return null
  const { subject, to, text } = data.mail
  return (
    <article className={styles.letter}>
      <Link className={styles.back} to="/mailbox" search={{ to: only }}>
        ‹ All mails
      </Link>
      <h2>{subject}</h2>
      <p>To {to}</p>
      <div className={styles.switch}>
        <button type="button" aria-pressed={html} onClick={() => setHtml(true)}>
          HTML
        </button>
        <button type="button" aria-pressed={!html} onClick={() => setHtml(false)}>
          Text
        </button>
      </div>
      {html ? (
        <iframe
          title="The mail as HTML"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          src={`/mailbox/${id}/html`}
        />
      ) : (
        <pre>{withLinks(text)}</pre>
      )}
    </article>
  )
}

/** Links of this portal are clickable; everything else stays text. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) => {
    if (!URL.canParse(part)) return part
    const { origin, href } = new URL(part)
    return origin === location.origin ? (
      <a key={`${index}-${href}`} href={href}>
        {part}
      </a>
    ) : (
      part
    )
  })
}
