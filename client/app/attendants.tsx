import { ConnectionNote } from './connection-note.tsx'
import { CommandPalette, type CommandPaletteProps } from './command-palette.tsx'
import { useNewerVersion } from './newer-version.ts'
import { UnfinishedWork } from './unfinished-work.tsx'

/**
 * What attends to a page beside its screens, once these are there: work that was left, a connection that is away, parts that do
 * not come, and the palette. It is there before it is asked for: ⌘K is followed by a name at
 * once, which would go to whatever has the focus.
 */
export const Attendants = (palette: CommandPaletteProps) => {
  useNewerVersion()
  return (
    <>
      <UnfinishedWork />
      <ConnectionNote />
      <CommandPalette {...palette} />
    </>
  )
}
