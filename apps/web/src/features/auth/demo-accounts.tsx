import { settings } from '@archwire/contract/client/settings'
import type { Portal } from '@archwire/contract/settings/routes.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import styles from './demo-accounts.module.css'

interface Props {
  page: '/login' | '/management'
  onChoose: (email: string, password: string) => void
}

/** While its cases are made, their number is read again so often. */
const againMs = 3000

/** The demo of this portal, if it is one. A call of its own: what caches reads would weigh more than this page. */
function useDemo(): Portal['demo'] {
  const [demo, setDemo] = useState<Portal['demo']>(null)
  useEffect(() => {
    let left = false
    let timer: ReturnType<typeof setTimeout>
    const read = async () => {
      const answer = await call(settings.portal, {}).catch(() => undefined)
      if (left || !answer) return
      setDemo(answer.demo)
      if (answer.demo?.is_complete === false) timer = setTimeout(() => void read(), againMs)
    }
    void read()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [])
  return demo
}

/** The accounts of a demo portal, beside its sign-in pages; on any other portal nothing (`access/demo`). */
export function DemoAccounts({ page, onChoose }: Props) {
  const demo = useDemo()
  if (!demo) return null
  const { cases, password } = demo
  const door = demo.doors.find((each) => each.page === page)
  const others = demo.doors.filter((each) => each.page !== page)
  return (
    <aside className={styles.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">Demo accounts</h2>
      <p>Choose a person to fill in the form. Everyone has the same password: {password}</p>
      {!demo.is_complete && (
        <p role="status" className={styles.progress}>
          Demo data: {cases.made} of {cases.total} cases so far. The newest ones come last.
        </p>
      )}
      <h3>{door?.title}</h3>
      <ul>
        {door?.people.map(({ email, who, shows }) => (
          <li key={email}>
            <button type="button" onClick={() => onChoose(email, password)}>
              <strong>{who}</strong>
              <span>{shows}</span>
            </button>
          </li>
        ))}
      </ul>
      {others.map(({ page: to, title, people }) => (
        <p key={to}>
          <Link to={to}>
            {title}: {people.length} more people at {to}
          </Link>
        </p>
      ))}
    </aside>
  )
}
