import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { isAdmin } from '#contract/access.ts'
import { listFiles } from '#contract/documents/endpoints.ts'
import { undoHours, type HistoryEntry } from '#contract/history/shapes.ts'
import { listNotes } from '#contract/notes/endpoints.ts'
import { useUser } from '#client/common/current-user.tsx'
import { enrollmentReads } from '#client/common/student-reads.ts'
import { useTakeBack } from '#client/common/use-undo.ts'
import { IconButton } from '#client/ui/icon-button.tsx'

const reads = [...enrollmentReads, listNotes, listFiles] as const

/**
 * Which entries offer to take their change back: what a person did to this student within a day, to that person and to
 * Shipmate Admins, once for each change. What was done to many goes back from where it was done.
 */
export const useTakeable = (entries: readonly HistoryEntry[]): ReadonlySet<number> => {
  const user = useUser()
  const [now] = useState(() => Date.now())
  const mine = entries.filter(
    ({ cause, actor, at }) =>
      cause === 'person' &&
      (isAdmin(user) || actor?.id === user.id) &&
      now - Date.parse(at) < undoHours * 3_600_000,
  )
  const firsts = new Map(mine.toReversed().map(({ change_id, id }) => [change_id, id]))
  return new Set(firsts.values())
}

/** Takes a change back after its message has gone. */
export const TakeBack = ({ changeId }: { changeId: number }) => {
  const takeBack = useTakeBack(reads)
  const [phase, setPhase] = useState<'offered' | 'busy' | 'done'>('offered')
  const onClick = async () => {
    if (phase !== 'offered') return
    setPhase('busy')
    setPhase((await takeBack(String(changeId))) ? 'done' : 'offered')
  }
  return (
    <IconButton
      icon={Undo2}
      label={phase === 'done' ? 'Taken back' : 'Take this change back'}
      size="sm"
      aria-disabled={phase !== 'offered'}
      onClick={() => void onClick()}
    />
  )
}
