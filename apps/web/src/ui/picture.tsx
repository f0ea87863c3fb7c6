import { useState, type ComponentProps, type ReactNode } from 'react'

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'onError'> {
  src: string
  /** What stands in its place where the browser cannot draw it. */
  instead: ReactNode
  onBroken?: () => void
}

/** A picture that may be none, or come too late: words stand there then, never the sign of a broken one (`screens/no-picture`). */
export function Picture({ src, instead, onBroken, alt = '', ...rest }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  if (broken === src) return instead
  return (
    <img
      {...rest}
      alt={alt}
      src={src}
      onError={() => {
        setBroken(src)
        onBroken?.()
      }}
    />
  )
}
