import type { PhotoView } from '@archwire/contract/patient-files/types.ts'
import type { ReactNode } from 'react'

/** How each picture is taken, in the words that stand below its outline. */
export const hints: Record<PhotoView, string> = {
  frontal: 'Eyes level, lips relaxed, hair behind the ears.',
  smile: 'The same, with a full smile.',
  profile: 'From the patient’s right side, looking straight ahead.',
  intraoral_frontal: 'Teeth closed, the midline upright in the middle.',
  right_buccal: 'Teeth closed, from the canine to the last molar.',
  left_buccal: 'Teeth closed, from the canine to the last molar.',
  upper_occlusal: 'Mouth wide open, with a mirror, showing the whole arch.',
  lower_occlusal: 'Mouth wide open, with a mirror, showing the whole arch.',
}

/** A face from the front: head, eyes, nose. */
const face = (
  <>
    <path d="M50 8c19 0 29 15 28 35-1 25-13 47-28 47S23 68 22 43C21 23 31 8 50 8Z" />
    <path d="M30 42c4-4 11-4 14 0M56 42c3-4 10-4 14 0" />
    <path d="M50 46v13c-2 2-4 2-5 3M50 2v8M50 88v8" />
  </>
)
/** Teeth from the cheek, front teeth at the right edge: as the patient's right side is seen. */
const buccal = (
  <>
    <path d="M8 30c20-9 58-12 84 4v32C66 82 28 79 8 70Z" />
    <path d="M8 50c22 3 58 3 84 1" />
    <path d="M26 26v49M44 24v54M62 24v54M78 28v46" />
  </>
)
/** An arch from its chewing side, front teeth at the top. */
const arch = (
  <>
    <path d="M14 88C12 42 24 10 50 10s38 32 36 78" />
    <path d="M32 88c-2-34 4-58 18-58s20 24 18 58" />
    <path d="M50 4v12M14 88h18M68 88h18" />
  </>
)
const mirrored = (drawing: ReactNode) => <g transform="matrix(-1 0 0 1 100 0)">{drawing}</g>

const drawings: Record<PhotoView, ReactNode> = {
  frontal: (
    <>
      {face}
      <path d="M41 72c6 2 12 2 18 0" />
    </>
  ),
  smile: (
    <>
      {face}
      <path d="M37 69c8 3 18 3 26 0-2 9-7 12-13 12s-11-3-13-12Z" />
    </>
  ),
  profile: (
    <>
      <path d="M30 92c1-8 0-14-4-20-8-12-10-34 2-48C37 13 54 9 66 15c8 4 11 12 11 20l7 15-6 3 1 7-4 4 2 4-4 8c-3 4-9 4-15 3l-1 13" />
      <path d="M44 46c5-2 8 2 7 7-1 4-4 6-7 6M66 38l8-2" />
      <path d="M4 40h14M86 40h10" />
    </>
  ),
  intraoral_frontal: (
    <>
      <path d="M6 50c6-26 24-34 44-34s38 8 44 34c-6 26-24 34-44 34S12 76 6 50Z" />
      <path d="M10 50c26 5 54 5 80 0M50 10v80" />
      <path d="M36 20v60M64 20v60M23 27v46M77 27v46" />
    </>
  ),
  right_buccal: buccal,
  left_buccal: mirrored(buccal),
  upper_occlusal: arch,
  lower_occlusal: <g transform="matrix(1 0 0 -1 0 100)">{arch}</g>,
}

/** The outline of a view, to be laid over what the camera sees. */
export const Outline = ({ view, className }: { view: PhotoView; className?: string | undefined }) => (
  <svg viewBox="0 0 100 100" className={className} aria-hidden="true" fill="none" data-outline={view}>
    {drawings[view]}
  </svg>
)
