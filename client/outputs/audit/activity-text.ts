import { countedRecords } from '#contract/outputs/audit/choices.ts'
import type { ActivityEntry } from '#contract/outputs/audit/shapes.ts'
import { accessText, visitorText } from '#client/platform/history/access-text.ts'
import { actInWords } from '#client/platform/history/history-text.ts'
import { formatNumber } from '#client/platform/lib/format.ts'

/** Returns who acted: a user by name, the student, Shipmate, or someone who didn’t get in. */
export const whoText = ({ actor, change, kind, subject, detail }: ActivityEntry): string => {
  if (actor) return actor.name
  if (change === null) return visitorText({ action: kind, subject, detail })
  return change.cause === 'student' ? 'Student' : 'Shipmate'
}

/** Returns what they did, to follow a name: 'viewed the notes', 'changed the coverage status in a bulk change'. */
export const actText = ({ kind, change, subject, detail }: ActivityEntry): string =>
  change === null ? accessText({ action: kind, subject, detail }) : actInWords(change)

/** Returns '312 records'; null for a change of one record. */
export const recordsText = ({ change }: ActivityEntry): string | null => {
  if (change === null || change.records <= 1) return null
  return change.records > countedRecords
    ? `${formatNumber(countedRecords)}+ records`
    : `${formatNumber(change.records)} records`
}
