import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { settings } from '@archwire/contract/client/settings'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { pageKeys } from '../../lib/page-keys.ts'
import { query } from '../../lib/query.ts'
import styles from './help-dialog.module.css'

/** How to reach the lab, and the keys of the page (`access/help`, `screens/keys`). Plain elements, as before sign-in. */
export function HelpDialog({ keys, onClose }: { keys: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [rows] = useState(() => (keys ? pageKeys() : []))
  useEffect(() => {
    const element = dialog.current!
    element.showModal()
    // A press beside the content hits the dialog itself.
    const leaveBeside = (event: MouseEvent) => event.target === element && element.close()
    element.addEventListener('click', leaveBeside)
    return () => element.removeEventListener('click', leaveBeside)
  }, [])
  return (
    <dialog ref={dialog} className={styles.help} aria-labelledby={title} onClose={onClose}>
      <div>
        <header>
          <h2 id={title}>Help</h2>
          <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
            <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
            </svg>
          </button>
        </header>
        <Contact />
        {keys && (
          <section>
            <h3>Keyboard shortcuts</h3>
            <dl>
              {rows.map(([key, does]) => (
                <div key={key + does}>
                  <dt>
                    {key.split(' ').map((part) => (
                      <kbd key={part}>{part}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
    </dialog>
  )
}

function Contact() {
  const { data, error } = useQuery({ ...query(settings.portal, {}), staleTime: 300_000 })
  const { phone = '', email = '' } = data?.contact ?? {}
  return (
    <section>
      <h3>Contact the lab</h3>
      {error && !data && <p role="alert">{messageOf(error)}</p>}
      {data && !phone && !email && (
        <p>No phone number or email address is given here. Ask the person who invited you.</p>
      )}
      {phone && (
        <p>
          Phone: <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
        </p>
      )}
      {email && (
        <p>
          Email: <a href={`mailto:${email}`}>{readableEmail(email)}</a>
        </p>
      )}
    </section>
  )
}
