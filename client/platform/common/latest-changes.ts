/** A change whose undo was offered, and how it’s undone. */
interface LatestChange {
  readonly changeId: string
  readonly undo: () => Promise<unknown>
}

/** The changes of this page that can still be undone, the latest last. */
let latest: readonly LatestChange[] = []

/** Remembers a change as the latest, so that a key can undo it after its message is gone. */
export const rememberChange = (change: LatestChange): void => {
  latest = [...latest, change]
}

/** Forgets a change that was undone, or can’t be. */
export const forgetChange = (changeId: string): void => {
  latest = latest.filter((change) => change.changeId !== changeId)
}

/** The changes of this page that were undone. */
const undone = new Set<string>()

/** Notes that a change was undone, so that a list of changes that is shown later says so. */
export const noteUndone = (changeId: string): void => void undone.add(changeId)

/** Returns whether a change was undone on this page. */
export const wasUndone = (changeId: string): boolean => undone.has(changeId)

/** Forgets all changes when the user signs out: the next user didn’t make them. */
export const forgetChanges = (): void => {
  latest = []
}

/** The changes that are being undone: pressed again, the key undoes the change before. */
const running = new Set<string>()

/** Undoes the latest change of this page. Returns false if there is none. */
export const undoLatest = (): boolean => {
  const change = latest.findLast(({ changeId }) => !running.has(changeId))
  if (!change) return false
  running.add(change.changeId)
  void change.undo().finally(() => running.delete(change.changeId))
  return true
}
