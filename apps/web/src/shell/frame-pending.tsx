import { Wordmark } from '../brand.tsx'
import { PagePending } from '../ui/page-states.tsx'

/**
 * The shell's bar and menu in outline, around the outline of a page: who is signed in is not known yet. `index.html` has the
 * same before any script.
 */
export const FramePending = () => (
  <div className="outline-frame">
    <div className="outline-bar">
      <Wordmark size={27} />
    </div>
    <div className="outline-menu" />
    <PagePending />
  </div>
)
