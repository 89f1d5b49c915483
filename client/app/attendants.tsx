import { useNewerVersion } from './newer-version.ts'
import { UnfinishedWork } from './unfinished-work.tsx'

/** What attends to a page beside its screens, once these are there: work that was left, and parts that do not come. */
export const Attendants = () => {
  useNewerVersion()
  return <UnfinishedWork />
}
