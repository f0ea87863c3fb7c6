import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { refreshShown } from '../lib/refresh-shown.ts'

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'onError' | 'onLoad'> {
  src: string
  /** Shown in its place where the browser cannot draw it. */
  instead: ReactNode
  /** Called with the link that shows no picture. */
  onBroken?: (src: string) => void
}

let renewing: Promise<void> | null = null

/** Links to pictures are valid for five minutes, and a page stays open longer: one request renews those of all pictures. */
function renewLinks(client: QueryClient): void {
  renewing ??= refreshShown(client, new Map([['case', 'any']])).finally(() => (renewing = null))
}

/**
 * A picture that may be missing or come too late: words are shown then, never the sign of a broken one
 * (`screens/no-picture`). A link that has expired is renewed.
 */
export function Picture({ src, instead, onBroken, alt = '', ...rest }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const client = useQueryClient()
  /** A picture that is still broken under a new link is not asked for again. */
  const renewed = useRef(false)
  if (broken === src) return instead
  return (
    <img
      {...rest}
      alt={alt}
      src={src}
      onLoad={() => (renewed.current = false)}
      onError={() => {
        setBroken(src)
        onBroken?.(src)
        if (renewed.current || src.startsWith('blob:')) return
        renewed.current = true
        renewLinks(client)
      }}
    />
  )
}
