/** The product's name and marks: the place to change for a lab's own brand, with `index.html` and `offline.html`. */
export const brand = { name: 'Archwire', lab: 'Archwire Lab' } as const

/** The desktop application, and the default prefix of its links unless the lab's settings override it. */
export const desktop = { name: 'DIBS', scheme: 'dibs://' } as const

/** Shown at the foot of sidebar and sign-in. */
export const copyright = `© ${new Date().getFullYear()} ${brand.name}`

/** An arch wire with its brackets. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path
        d="M6.5 25C6.5 13 10 7.5 16 7.5S25.5 13 25.5 25"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <g fill="#fff">
        <rect x="4.6" y="17.4" width="4.6" height="4" rx="1.1" transform="rotate(-84 6.9 19.4)" />
        <rect x="6.9" y="9.6" width="4.6" height="4" rx="1.1" transform="rotate(-48 9.2 11.6)" />
        <rect x="13.7" y="5.5" width="4.6" height="4" rx="1.1" />
        <rect x="20.5" y="9.6" width="4.6" height="4" rx="1.1" transform="rotate(48 22.8 11.6)" />
        <rect x="22.8" y="17.4" width="4.6" height="4" rx="1.1" transform="rotate(84 25.1 19.4)" />
      </g>
    </svg>
  )
}

/** Mark and name, as in the top bar and on the sign-in page. */
export function Wordmark({ size = 28 }: { size?: number }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: size * 0.36 }}>
      <Mark size={size} />
      <span data-wordmark style={{ fontSize: size * 0.64, fontWeight: 650, letterSpacing: '-0.02em' }}>
        {brand.name}
      </span>
    </span>
  )
}
