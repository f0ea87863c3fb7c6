import { pageSignal } from '../../lib/page-signal.ts'

/** What a message begins with that is started elsewhere on the page: at a comment on a scan, at a picture of the 3D view. */
interface Begun {
  pinId?: number
  photoId?: number
}

/** Messages that begin elsewhere, by the id of their case; the conversation on the page goes on with them. */
export const messageBegun = pageSignal<Begun>({ waits: true })
