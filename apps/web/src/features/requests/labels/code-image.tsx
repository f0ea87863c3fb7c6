import type { CSSProperties } from 'react'
import { code128Of, qrOf } from './codes.ts'
import { inches, type dotsPerModule } from './dots.ts'
import styles from './label.module.css'

/** A code at its true size on the label. */
export function CodeImage({ text, kind }: { text: string; kind: keyof typeof dotsPerModule }) {
  const code = kind === 'qr' ? qrOf(text) : code128Of(text)
  const size = { '--width': inches(code.width, kind), '--height': inches(code.height, kind) }
  return (
    <img
      className={styles.code}
      src={code.url}
      alt={`${kind === 'qr' ? 'QR code' : 'Code 128'} of ${text}`}
      style={size as CSSProperties}
    />
  )
}
