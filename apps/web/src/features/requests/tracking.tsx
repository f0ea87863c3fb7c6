import { IconExternalLink } from '@tabler/icons-react'
import styles from './requests.module.css'

interface Props {
  number: string
  courier: { name: string; link: string | null } | null
}

/** The tracking number of a parcel, as a link to the courier's page in a new tab where the courier has one. */
export const Tracking = ({ number, courier }: Props) =>
  courier?.link?.startsWith('https://') ? (
    <a className={`${styles.tracking} numeric`} href={courier.link} target="_blank" rel="noopener noreferrer">
      <span translate="no">{number}</span>
      <IconExternalLink size={14} aria-hidden="true" />
      <span className="visually-hidden"> (opens {courier.name} in a new tab)</span>
    </a>
  ) : (
    <span className="numeric" translate="no">
      {number}
    </span>
  )
