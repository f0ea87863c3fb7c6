/** A tool that takes places of the picture, or shows something of its own on it. */
export interface ExclusiveTool {
  /** Called before it is taken up: others are laid down. */
  onActivate: () => void
  deactivate(): void
}

/** Hangs up tools of which one at a time can be in use: whoever takes one lays the others down. */
export function makeExclusive(tools: readonly ExclusiveTool[]): void {
  for (const tool of tools)
    tool.onActivate = () => {
      for (const other of tools) if (other !== tool) other.deactivate()
    }
}
