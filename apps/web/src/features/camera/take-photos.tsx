import type { PhotoView } from '@archwire/contract/patient-files/types.ts'
import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

const PhotoCamera = lazy(async () => ({ default: (await import('./photo-camera.tsx')).PhotoCamera }))

interface Props {
  present: ReadonlySet<PhotoView>
  onPhotos: (files: File[]) => void
  /** Beside a heading. */
  compact?: boolean
}

/** Opens the camera, which comes with the press (`scans/camera`). */
export function TakePhotos({ present, onPhotos, compact = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size={compact ? 'compact-sm' : 'sm'}
        leftSection={<IconCamera size={17} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Take photos
      </Button>
      {isOpen && (
        <Suspense>
          <PhotoCamera present={present} onDone={onPhotos} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
